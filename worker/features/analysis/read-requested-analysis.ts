import type { MemberId, Provider } from "#contract/ids.ts";
import type { RunError } from "#contract/problem.ts";
import type { AnalysisResult } from "#contract/public-api.ts";
import type { Statement } from "#contract/statement.ts";
import { computeConsensus } from "#features/raters/consensus.ts";
import { ProblemError, runFailure } from "#http/problems.ts";
import {
	type RequestedAnalyses,
	toldOf,
} from "#use-cases/requested-analyses.ts";
import type { StoredRequest } from "./request-queries.ts";

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

function unknownAnalysis(): ProblemError {
	return new ProblemError({
		status: 404,
		code: "analysis_not_found",
		title: "Analysis not found",
		detail: "You have asked for no such analysis.",
	});
}

type Narrowing = {
	/** Whose ratings are told; null for all. */
	models: readonly Provider[] | null;
	include_sources: boolean;
};

/**
 * The statement as somebody wants it told. Only takes away: score and
 * confidence stay the whole panel's, so that one statement has one score
 * wherever it is read. Explanation and sources are those of the ratings that
 * are left.
 */
export function narrowStatement(
	statement: Statement,
	{ models, include_sources }: Narrowing,
): Statement {
	const narrowed = models ? ofModels(statement, models) : statement;
	if (include_sources) return narrowed;
	return {
		...narrowed,
		sources: [],
		ratings: narrowed.ratings.map((rating) => ({ ...rating, sources: [] })),
	};
}

function ofModels(
	statement: Statement,
	models: readonly Provider[],
): Statement {
	const ratings = statement.ratings.filter(({ provider }) =>
		models.includes(provider),
	);
	// An earlier panel may have had none of them.
	const said = ratings.length ? computeConsensus(ratings) : null;
	const scoreOf = (provider: Provider, score: number | null) =>
		models.includes(provider) ? score : null;
	return {
		...statement,
		ratings,
		explanation: said?.explanation ?? "",
		sources: said?.sources ?? [],
		openai_score: scoreOf("openai", statement.openai_score),
		claude_score: scoreOf("claude", statement.claude_score),
		gemini_score: scoreOf("gemini", statement.gemini_score),
	};
}
