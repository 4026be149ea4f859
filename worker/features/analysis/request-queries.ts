import { and, desc, eq, isNull, lt, sql } from "drizzle-orm";
import * as z from "zod";
import { MemberId, Provider, RunId, VideoId } from "#contract/ids.ts";
import { RunError } from "#contract/problem.ts";
import { deleteSome, insertRows } from "#db/batch.ts";
import type { Db } from "#db/client.ts";
import { requestedAnalyses } from "#db/tables/requests.ts";
import { activeRuns, publications } from "#db/tables/runs.ts";
import { moments } from "#db/tables/statements.ts";
import { videos } from "#db/tables/videos.ts";
import { queueWebhooks } from "#features/webhooks/queries.ts";

const Stored = z.object({
	id: z.string(),
	member_id: MemberId,
	video_id: VideoId,
	run_id: RunId.nullable(),
	models: z.array(Provider).nullable(),
	include_sources: z.boolean(),
	status: z.enum(["analyzing", "completed", "failed"]),
	error: RunError.nullable(),
	created_at: z.string(),
	settled_at: z.string().nullable(),
	webhook_url: z.string().nullable(),
});
export type StoredRequest = z.infer<typeof Stored>;

/** Enough runs to estimate how long one takes. */
const LATEST_RUNS = 21;

/**
 * Stores a request; repeating it changes nothing. If the run has already ended, the request ends
 * at once.
 */
export async function storeRequest(db: Db, request: StoredRequest): Promise<StoredRequest> {
	const own = sql`${publications.run_id} = ${requestedAnalyses.run_id}`;
	const of = (column: typeof publications.outcome) =>
		sql`(select ${column} from ${publications} where ${own})`;
	await db.batch([
		insertRows(db, requestedAnalyses, [request], sql`true`).onConflictDoNothing(),
		db
			.update(requestedAnalyses)
			.set({
				status: of(publications.outcome),
				settled_at: sql`(select ${publications.ended_at} from ${publications} where ${own})`,
				error: sql`(select ${videos.error} from ${videos} where ${videos.id} = ${requestedAnalyses.video_id} and ${videos.run_id} = ${requestedAnalyses.run_id})`,
			})
			.where(
				and(
					eq(requestedAnalyses.id, request.id),
					isNull(requestedAnalyses.settled_at),
					sql`exists (select 1 from ${publications} where ${own})`,
				),
			),
		queueWebhooks(db, eq(requestedAnalyses.id, request.id)),
	]);
	const kept = await findRequest(db, request.id, request.member_id);
	if (!kept) throw new Error("The request was not kept");
	return kept;
}

/** null if the member has not requested this analysis. */
export async function findRequest(
	db: Db,
	id: string,
	member_id: MemberId,
): Promise<StoredRequest | null> {
	const [row] = await db
		.select()
		.from(requestedAnalyses)
		.where(and(eq(requestedAnalyses.id, id), eq(requestedAnalyses.member_id, member_id)));
	return row ? Stored.parse(row) : null;
}

/** When the run started; null if it is not listed. */
export async function runStart(db: Db, video_id: VideoId, run_id: RunId): Promise<string | null> {
	const [row] = await db
		.select({ started_at: activeRuns.started_at })
		.from(activeRuns)
		.where(and(eq(activeRuns.video_id, video_id), eq(activeRuns.run_id, run_id)));
	return row?.started_at ?? null;
}

/** The durations of the latest completed runs, in milliseconds. */
export async function latestDurations(db: Db): Promise<number[]> {
	const rows = await db
		.select({ started_at: publications.started_at, ended_at: publications.ended_at })
		.from(publications)
		// Must match the partial index's condition, so that SQLite uses the index.
		.where(
			and(
				sql`outcome = 'completed' and applied = 1 and started_by is not null`,
				// A moment takes a small part of the time.
				sql`not exists (select 1 from ${moments} where ${moments.run_id} = ${publications.run_id})`,
			),
		)
		.orderBy(desc(publications.ended_at), desc(publications.run_id))
		.limit(LATEST_RUNS);
	return rows.map(({ started_at, ended_at }) => Date.parse(ended_at) - Date.parse(started_at));
}

/** Deletes requests older than `before`, a limited number at a time. */
export async function forgetRequests(db: Db, before: string): Promise<void> {
	await deleteSome(db, requestedAnalyses, lt(requestedAnalyses.created_at, before));
}
