import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { RunId, VideoId } from "#contract/ids.ts";
import type { Scope } from "#contract/video.ts";
import { excluded, runBatch } from "#db/batch.ts";
import type { Db } from "#db/client.ts";
import { activeRuns } from "#db/tables/runs.ts";
import { videos } from "#db/tables/videos.ts";
import { shownIn, type View } from "#db/view.ts";

export type ActiveRun = {
	video_id: VideoId;
	run_id: RunId;
	started_at: string;
	ended_at: string | null;
};

/** The number of runs that one invocation of the job checks; the next one checks the rest. */
const SWEEP_LIMIT = 100;

/**
 * Lists a run as active and replaces an earlier run of the video. Idempotent, even if the run has
 * ended in the meantime.
 */
export async function registerRun(
	db: Db,
	run: { video_id: VideoId; run_id: RunId; started_at: string; started_by: string | null },
): Promise<void> {
	await db
		.insert(activeRuns)
		.values({ ...run, ended_at: null })
		.onConflictDoUpdate({
			target: activeRuns.video_id,
			set: excluded("run_id", "started_at", "ended_at", "started_by"),
			setWhere: sql`${activeRuns.run_id} <> excluded.run_id`,
		});
}

export async function activeRun(db: Db, video_id: VideoId): Promise<ActiveRun | null> {
	const [row] = await db.select().from(activeRuns).where(eq(activeRuns.video_id, video_id));
	return row ? toActiveRun(row) : null;
}

type StoredResult = {
	simulated: boolean;
	version: number;
	updated_at: string;
	scope: Scope;
	/** Whether its run asked sources. */
	with_sources: boolean;
};

export type AnalysisStatus = {
	/** null if no analysis of the whole video has completed, or if the view does not show it. */
	result: StoredResult | null;
	/** The same, or a report of moments. */
	stored: StoredResult | null;
	/** Whether an analysis of the video is running. */
	running: boolean;
};

/** SQL condition: not a sample that no member asked for, which home shows beside what members find. */
const ASKED_FOR: SQL = sql`(${videos.listed} = 1 or ${videos.transcript_source} <> 'sample')`;

/** The data needed to decide whether to start an analysis, without reading the report. */
export async function readAnalysisStatus(
	db: Db,
	video_id: VideoId,
	view: View,
): Promise<AnalysisStatus> {
	const { simulated, version, updated_at, scope, evidence_sources } = videos;
	const with_sources = sql<number>`json_array_length(${evidence_sources}) > 0`;
	const { results, running } = await runBatch(db, {
		results: db
			.select({
				simulated,
				version,
				updated_at,
				scope,
				with_sources: with_sources.mapWith(Boolean).as("with_sources"),
			})
			.from(videos)
			.where(
				and(
					eq(videos.id, video_id),
					eq(videos.analysis_status, "completed"),
					shownIn(view),
					ASKED_FOR,
				),
			),
		running: db
			.select({ run_id: activeRuns.run_id })
			.from(activeRuns)
			.where(and(eq(activeRuns.video_id, video_id), isNull(activeRuns.ended_at))),
	});
	const stored = results[0] ?? null;
	const result = stored?.scope === "full" ? stored : null;
	return { result, stored, running: running.length > 0 };
}

/** Those of the videos of which nothing is stored, and which no run reads. */
export async function unreadVideos(db: Db, ids: readonly VideoId[]): Promise<VideoId[]> {
	const { stored, running } = await runBatch(db, {
		stored: db
			.select({ id: videos.id })
			.from(videos)
			.where(inArray(videos.id, [...ids])),
		running: db
			.select({ id: activeRuns.video_id })
			.from(activeRuns)
			.where(inArray(activeRuns.video_id, [...ids])),
	});
	const known = new Set([...stored, ...running].map(({ id }) => id));
	return ids.filter((id) => !known.has(id));
}

/**
 * Runs that started before `older_than` and have not ended, oldest first. Includes runs that
 * started after `newer_than`, which means that the clock was set back.
 */
export async function silentRuns(
	db: Db,
	{ older_than, newer_than }: { older_than: string; newer_than: string },
): Promise<ActiveRun[]> {
	const rows = await db
		.select()
		.from(activeRuns)
		.where(
			and(
				isNull(activeRuns.ended_at),
				or(lt(activeRuns.started_at, older_than), gt(activeRuns.started_at, newer_than)),
			),
		)
		.orderBy(asc(activeRuns.started_at))
		.limit(SWEEP_LIMIT);
	return rows.map(toActiveRun);
}

/** Runs that ended before `older_than` and are still listed, oldest first. */
export async function endedRuns(
	db: Db,
	{ older_than }: { older_than: string },
): Promise<ActiveRun[]> {
	const rows = await db
		.select()
		.from(activeRuns)
		.where(and(isNotNull(activeRuns.ended_at), lt(activeRuns.ended_at, older_than)))
		.orderBy(asc(activeRuns.ended_at))
		.limit(SWEEP_LIMIT);
	return rows.map(toActiveRun);
}

/** Removes this run from the list; a later run of the video stays. */
export async function forgetRun(db: Db, video_id: VideoId, run_id: RunId): Promise<void> {
	await db
		.delete(activeRuns)
		.where(and(eq(activeRuns.video_id, video_id), eq(activeRuns.run_id, run_id)));
}

function toActiveRun(row: typeof activeRuns.$inferSelect): ActiveRun {
	return {
		video_id: VideoId.parse(row.video_id),
		run_id: RunId.parse(row.run_id),
		started_at: row.started_at,
		ended_at: row.ended_at,
	};
}
