import { sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { insertRows } from "#db/batch.ts";
import type { Db } from "#db/client.ts";
import { spendingDays } from "#db/tables/runs.ts";
import { type ProviderCallRecord, sumCallsByStep } from "./sum-calls.ts";

/** Adds calls to the day on which they ended. Each call is to be given once. */
export function addToDay(
	db: Db,
	{ calls, ended_at }: { calls: readonly ProviderCallRecord[]; ended_at: string },
) {
	const day = ended_at.slice(0, "2026-01-31".length);
	const rows = sumCallsByStep(calls).map((sum) => ({ ...sum, day }));
	const plus = (column: SQLiteColumn) => sql`${column} + excluded.${sql.identifier(column.name)}`;
	return insertRows(db, spendingDays, rows, sql`true`).onConflictDoUpdate({
		target: [spendingDays.day, spendingDays.provider, spendingDays.model, spendingDays.step],
		set: {
			calls: plus(spendingDays.calls),
			failed_calls: plus(spendingDays.failed_calls),
			requests: plus(spendingDays.requests),
			input_tokens: plus(spendingDays.input_tokens),
			output_tokens: plus(spendingDays.output_tokens),
			cost_usd: plus(spendingDays.cost_usd),
			unpriced_calls: plus(spendingDays.unpriced_calls),
		},
	});
}
