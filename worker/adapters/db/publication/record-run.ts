import { and, eq, sql } from "drizzle-orm";
import type { Publication } from "#pipeline/publication.ts";
import { insertRows } from "../insert-rows.ts";
import type { Db, DbStatement } from "../open-db.ts";
import { members } from "../schema/members.ts";
import { notificationOutbox } from "../schema/notifications.ts";
import { activeRuns, providerCalls, publications } from "../schema/runs.ts";

/** The first statement of the batch: it fails on a run that was published before. */
export function recordPublication(
	db: Db,
	publication: Publication,
): DbStatement {
	const { run_id, video_id, outcome, simulated } = publication;
	const { started_by, started_at, ended_at, last_seq } = publication;
	return db.insert(publications).values({
		run_id,
		video_id,
		outcome,
		simulated,
		applied: true,
		// A member who deleted the account meanwhile is not named again.
		started_by: sql`(select ${members.id} from ${members} where ${members.id} = ${started_by})`,
		started_at,
		ended_at,
		last_seq,
	});
}

/** What is kept of every run, whether it replaced a result or not. */
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
		// A task named twice must not hold the publication up.
		insertRows(db, providerCalls, calls, sql`true`).onConflictDoNothing(),
		insertRows(db, notificationOutbox, outbox, sql`true`),
		db
			.update(activeRuns)
			.set({ ended_at })
			.where(
				and(eq(activeRuns.video_id, video_id), eq(activeRuns.run_id, run_id)),
			),
	];
}
