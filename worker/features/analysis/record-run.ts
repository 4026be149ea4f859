import { and, eq, isNull, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { insertRows } from "#db/batch.ts";
import type { Db, DbStatement } from "#db/client.ts";
import { members } from "#db/tables/members.ts";
import { notificationOutbox } from "#db/tables/notifications.ts";
import { requestedAnalyses } from "#db/tables/requests.ts";
import { activeRuns, providerCalls, publications, spendingDays } from "#db/tables/runs.ts";
import { type ProviderCallRecord, sumCalls, sumCallsByStep } from "#features/spending/sum-calls.ts";
import { queueWebhooks } from "#features/webhooks/queries.ts";
import type { Publication } from "./publication.ts";

/**
 * The first statement of the batch. It fails if the run was already published, which rolls back
 * the batch.
 */
export function recordPublication(db: Db, publication: Publication): DbStatement {
	const { run_id, video_id, outcome, simulated } = publication;
	const { started_by, started_at, ended_at, last_seq } = publication;
	const { failed_calls: _, ...spent } = sumCalls(billedOnce(publication.calls));
	return db.insert(publications).values({
		run_id,
		video_id,
		outcome,
		simulated,
		applied: true,
		// null if the member has deleted the account in the meantime.
		started_by: sql`(select ${members.id} from ${members} where ${members.id} = ${started_by})`,
		started_at,
		ended_at,
		last_seq,
		...spent,
	});
}

/** Rows that are stored for every run, whether or not it replaced a result. */
export function recordRun(db: Db, publication: Publication): DbStatement[] {
	const { run_id, video_id, ended_at } = publication;
	const calls = publication.calls.map(({ usage, ...call }) => ({
		...call,
		...usage,
		run_id,
	}));
	const outbox = publication.outbox.map((message) => ({
		...message,
		id: undefined,
		run_id,
		created_at: ended_at,
		delivered_at: null,
		reached: null,
	}));
	return [
		// A duplicate task must not make the publication fail.
		insertRows(db, providerCalls, calls, sql`true`).onConflictDoNothing(),
		addToDay(db, publication),
		insertRows(db, notificationOutbox, outbox, sql`true`),
		db
			.update(activeRuns)
			.set({ ended_at })
			.where(and(eq(activeRuns.video_id, video_id), eq(activeRuns.run_id, run_id))),
	];
}

/**
 * Adds the run's usage to the day. It is part of the batch, so a repeated publication does not
 * add it again.
 */
function addToDay(db: Db, { calls, ended_at }: Publication): DbStatement {
	const day = ended_at.slice(0, "2026-01-31".length);
	const rows = sumCallsByStep(billedOnce(calls)).map((sum) => ({
		...sum,
		day,
	}));
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

/** The first call of each task, which is the one that is stored. */
function billedOnce(calls: ProviderCallRecord[]): ProviderCallRecord[] {
	const tasks = new Map<string, ProviderCallRecord>();
	for (const call of calls) if (!tasks.has(call.task)) tasks.set(call.task, call);
	return [...tasks.values()];
}

/** Ends the requests that wait for this run, in the batch that stores the result. */
export function settleRequests(db: Db, publication: Publication): DbStatement[] {
	const { run_id, outcome, ended_at } = publication;
	const waiting = eq(requestedAnalyses.run_id, run_id);
	return [
		db
			.update(requestedAnalyses)
			.set({
				status: outcome,
				error: publication.outcome === "failed" ? publication.error : null,
				settled_at: ended_at,
			})
			.where(and(waiting, isNull(requestedAnalyses.settled_at))),
		queueWebhooks(db, waiting),
	];
}
