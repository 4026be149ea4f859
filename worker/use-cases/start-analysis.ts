import type { User } from "#contract/account.ts";
import type { AnalyzeRequest } from "#contract/analysis.ts";
import type { VideoId } from "#contract/ids.ts";
import type { Video } from "#contract/video.ts";
import { badInput, notSignedIn, Refusal, tooMany } from "#domain/refusal.ts";
import { parseVideoUrl, watchUrl } from "#domain/video-url.ts";
import type { AnalysisObject } from "#pipeline/analysis-object.ts";

type QuotaAnswer = { ok: boolean; retry_after_s: number };

/** What starting an analysis needs from outside. */
export type AnalysisStarts = {
	/** The video as visitors see it, whatever the mode hides, and whether a run is on. */
	readVideo(
		video_id: VideoId,
	): Promise<{ video: Video | null; running: boolean }>;
	/** True where a result made by real providers would be lost to a simulated one. */
	wouldBeSimulated(video: Video): boolean;
	analysisOf(video_id: VideoId): AnalysisObject;
	quota: {
		analyses(member_id: string): Promise<QuotaAnswer>;
		forced(video_id: VideoId): Promise<QuotaAnswer>;
	};
};

/**
 * Asks the video's object to start, unless there is a result already. Joining a
 * run that is on costs the member nothing. A link that cannot work is told to
 * visitors too: nobody should sign up to learn that.
 */
export async function startAnalysis(
	starts: AnalysisStarts,
	request: AnalyzeRequest & { user: User | null },
): Promise<{ video_id: VideoId; status: "analyzing" | "completed" }> {
	const { user } = request;
	const link = parseVideoUrl(request.url ?? "");
	if (!link.ok) throw badInput("invalid_url", link.message);
	if (!user) throw notSignedIn("You must be logged in to analyze videos");
	const video_id = link.id;

	const { video, running } = await starts.readVideo(video_id);
	const completed = video?.analysis_status === "completed";
	if (completed && !request.force) return { video_id, status: "completed" };
	if (!running) await takeQuota(starts, user, video_id, completed, video);
	await starts.analysisOf(video_id).start({
		video_id,
		url: watchUrl(video_id),
		started_by: user.id,
		transcript: request.transcript?.trim() || null,
	});
	return { video_id, status: "analyzing" };
}

async function takeQuota(
	starts: AnalysisStarts,
	user: User,
	video_id: VideoId,
	completed: boolean,
	video: Video | null,
): Promise<void> {
	if (completed && video) {
		if (starts.wouldBeSimulated(video)) throw keepsRealResult();
		const forced = await starts.quota.forced(video_id);
		if (!forced.ok)
			throw tooMany(
				"This video was re-analyzed a few times within the last hour. Please try again later.",
				forced.retry_after_s,
			);
	}
	const analyses = await starts.quota.analyses(user.id);
	if (!analyses.ok)
		throw tooMany(
			"You have started as many analyses as one hour allows. Please try again later.",
			analyses.retry_after_s,
		);
}

function keepsRealResult(): Refusal {
	return new Refusal({
		status: 409,
		code: "real_result_kept",
		title: "Result kept",
		detail:
			"No AI provider is configured, so a new analysis would be simulated. The earlier result was kept.",
	});
}
