import type { StoredRequest } from "#adapters/db/store-requested-analyses.ts";
import type { MemberId } from "#contract/ids.ts";
import type { RunError } from "#contract/problem.ts";
import type { AnalysisResult } from "#contract/public-api.ts";
import { runFailure } from "#domain/failures.ts";
import { narrowStatement } from "#domain/narrow-statement.ts";
import { Refusal } from "#domain/refusal.ts";
import { type RequestedAnalyses, toldOf } from "./requested-analyses.ts";

/** How what a member asked for stands. Nobody learns of another's requests. */
export async function readRequestedAnalysis(
	requests: RequestedAnalyses,
	id: string,
	member_id: MemberId,
): Promise<AnalysisResult> {
	const found = await requests.find(id, member_id);
	if (!found) throw unknownAnalysis();
	const request = await settled(requests, found);
	if (request.status === "completed") return completed(requests, request);
	const told = await toldOf(requests, request, null);
	const failed = request.status === "failed";
	return failed
		? failure(told, request.error ?? runFailure("analysis_failed"))
		: { ...told, video: null, statements: [], error: null };
}

/** A run that is neither listed nor published was lost, and will not end by itself. */
async function settled(
	requests: RequestedAnalyses,
	request: StoredRequest,
): Promise<StoredRequest> {
	const { id, status, run_id, video_id, member_id } = request;
	if (status !== "analyzing" || run_id === null) return request;
	if ((await requests.runStart(video_id, run_id)) !== null) return request;
	// It may have ended and been taken off the list in between.
	const again = (await requests.find(id, member_id)) ?? request;
	return again.status === "analyzing" ? { ...again, status: "failed" } : again;
}

async function completed(
	requests: RequestedAnalyses,
	request: StoredRequest,
): Promise<AnalysisResult> {
	const { video, statements } = await requests.report(request.video_id);
	const told = await toldOf(requests, request, video);
	if (video?.analysis_status !== "completed")
		return failure(told, runFailure("result_withdrawn"));
	return {
		...told,
		video,
		statements: statements.map((it) => narrowStatement(it, request)),
		error: null,
	};
}

function failure(
	told: Omit<AnalysisResult, "video" | "statements" | "error">,
	error: RunError,
): AnalysisResult {
	return { ...told, status: "failed", video: null, statements: [], error };
}

function unknownAnalysis(): Refusal {
	return new Refusal({
		status: 404,
		code: "analysis_not_found",
		title: "Analysis not found",
		detail: "You have asked for no such analysis.",
	});
}
