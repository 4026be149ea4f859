import { asc, sql } from "drizzle-orm";
import type { JobOutcome } from "#use-cases/run-jobs.ts";
import { insertRows } from "./insert-rows.ts";
import type { Db } from "./open-db.ts";
import { jobOutcomes } from "./schema/jobs.ts";

export type NotedOutcome = typeof jobOutcomes.$inferSelect;

/** Jobs run every minute: one that goes on as before is not noted each time. */
const NOTED_EVERY_MS = 5 * 60_000;

/** Notes how jobs went, where that is news or the last note has aged. */
export async function noteOutcomes(
	db: Db,
	outcomes: JobOutcome[],
	now: string,
): Promise<void> {
	const rows = outcomes.map((outcome) => ({
		...outcome,
		ended_at: now,
		succeeded_at: outcome.ok ? now : null,
	}));
	const aged = new Date(Date.parse(now) - NOTED_EVERY_MS).toISOString();
	const { ok, ended_at, succeeded_at } = jobOutcomes;
	await insertRows(db, jobOutcomes, rows, sql`true`).onConflictDoUpdate({
		target: jobOutcomes.job,
		set: {
			ok: sql`excluded.ok`,
			ended_at: sql`excluded.ended_at`,
			succeeded_at: sql`coalesce(excluded.succeeded_at, ${succeeded_at})`,
			duration_ms: sql`excluded.duration_ms`,
		},
		setWhere: sql`${ok} <> excluded.ok or ${ended_at} <= ${aged}`,
	});
}

export function readOutcomes(db: Db): Promise<NotedOutcome[]> {
	return db.select().from(jobOutcomes).orderBy(asc(jobOutcomes.job));
}
