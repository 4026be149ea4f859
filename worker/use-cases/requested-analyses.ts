import type { MemberId, Provider, RunId, VideoId } from "#contract/ids.ts";
import type { RequestedAnalysis } from "#contract/public-api.ts";
import type { Statement } from "#contract/statement.ts";
import type { Video } from "#contract/video.ts";
import { estimateCompletion } from "#features/analysis/estimate-completion.ts";
import type { StoredRequest } from "#features/analysis/request-queries.ts";
import type { AnalysisStarts } from "#features/analysis/start-analysis.ts";
import type { WebhookRules } from "#features/webhooks/webhook-url.ts";

type Granted = { ok: boolean; retry_after_s: number };

/** What the public API's analyses need from outside. */
export type RequestedAnalyses = {
	starts: AnalysisStarts;
	panel: readonly Provider[];
	webhooks: {
		rules: WebhookRules;
		hasSecret(member_id: MemberId): Promise<boolean>;
	};
	quota(member_id: MemberId): Promise<Granted>;
	/** The same for the same parts. */
	idOf(...parts: unknown[]): string;
	keep(request: StoredRequest): Promise<StoredRequest>;
	find(id: string, member_id: MemberId): Promise<StoredRequest | null>;
	/** null for a run that is not listed as under way. */
	runStart(video_id: VideoId, run_id: RunId): Promise<string | null>;
	latestDurations(): Promise<number[]>;
	report(
		video_id: VideoId,
	): Promise<{ video: Video | null; statements: Statement[] }>;
	/** ISO 8601. */
	now(): string;
};

/** What is told of a request before its result; `video` where there is one. */
export async function toldOf(
	requests: Pick<RequestedAnalyses, "runStart" | "latestDurations" | "now">,
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
		requests.runStart(request.video_id, request.run_id),
		requests.latestDurations(),
	]);
	return {
		analysis_id,
		status,
		estimated_completion: estimateCompletion(
			started_at ?? created_at,
			durations_ms,
			Date.parse(requests.now()),
		),
	};
}
