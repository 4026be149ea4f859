import type { RequestedAnalysis } from "#contract/public-api.ts";
import type { Video } from "#contract/video.ts";
import type { Context } from "#worker/context.ts";
import { latestDurations, runStart, type StoredRequest } from "./request-queries.ts";

/**
 * Builds the part of the answer besides the result. `video` is the result, if there is one. Reads
 * from the primary, because a replica may not know a run that has just started.
 */
export async function describeRequest(
	{ db, now }: Context,
	request: StoredRequest,
	video: Pick<Video, "updated_at"> | null,
): Promise<RequestedAnalysis> {
	const { id: analysis_id, video_id, status, settled_at, created_at } = request;
	if (status !== "analyzing" || !request.run_id)
		return {
			analysis_id,
			video_id,
			status,
			estimated_completion: settled_at ?? video?.updated_at ?? created_at,
		};
	const [started_at, durations_ms] = await Promise.all([
		runStart(db.primary, video_id, request.run_id),
		latestDurations(db.primary),
	]);
	return {
		analysis_id,
		video_id,
		status,
		estimated_completion: estimateCompletion(
			started_at ?? created_at,
			durations_ms,
			now().getTime(),
		),
	};
}

/** Used until the first analysis has completed. */
const FIRST_GUESS_MS = 60_000;
/** Keeps the estimate in the future: an overdue run may end at any moment. */
const ANY_MOMENT_MS = 5_000;

/**
 * Estimates when a run ends, from its start and the median of the latest durations (milliseconds,
 * in any order).
 */
export function estimateCompletion(
	started_at: string,
	durations_ms: readonly number[],
	now_ms: number,
): string {
	const sorted = [...durations_ms].sort((a, b) => a - b);
	const usual = sorted[Math.floor(sorted.length / 2)] ?? FIRST_GUESS_MS;
	const due = Date.parse(started_at) + usual;
	return new Date(Math.max(due, now_ms + ANY_MOMENT_MS)).toISOString();
}
