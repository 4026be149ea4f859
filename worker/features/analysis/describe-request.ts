import type { RequestedAnalysis } from "#contract/public-api.ts";
import type { Video } from "#contract/video.ts";
import type { Context } from "#worker/context.ts";
import { estimateCompletion } from "./estimate-completion.ts";
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
	const { id: analysis_id, status, settled_at, created_at } = request;
	if (status !== "analyzing" || !request.run_id)
		return {
			analysis_id,
			status,
			estimated_completion: settled_at ?? video?.updated_at ?? created_at,
		};
	const [started_at, durations_ms] = await Promise.all([
		runStart(db.primary, request.video_id, request.run_id),
		latestDurations(db.primary),
	]);
	return {
		analysis_id,
		status,
		estimated_completion: estimateCompletion(
			started_at ?? created_at,
			durations_ms,
			now().getTime(),
		),
	};
}
