import type { Provider } from "#contract/ids.ts";
import type { RunError } from "#contract/problem.ts";
import type { AnalysisResult } from "#contract/public-api.ts";
import type { Statement } from "#contract/statement.ts";
import { panelWords } from "#features/raters/consensus.ts";
import { readReport } from "#features/reports/queries.ts";
import { problem } from "#http/problems.ts";
import { runFailure } from "#http/run-failures.ts";
import { type CountedMember, memberQuota } from "#identity/quota.ts";
import type { Context } from "#worker/context.ts";
import { MINUTE_MS } from "#worker/durations.ts";
import { describeRequest } from "./describe-request.ts";
import { analysisObject } from "./objects.ts";
import { findRequest, runStart, type StoredRequest } from "./request-queries.ts";

/** Reading a whole report takes milliseconds of the only thread; a result is read once. */
const READS_A_MINUTE = 60;

/**
 * Returns the state of an analysis that the member requested; other members' analyses count as
 * unknown. Reads from the primary, because a replica may not know a new request or its run.
 */
export async function readRequestedAnalysis(
	context: Context,
	id: string,
	member: CountedMember,
): Promise<AnalysisResult> {
	const found = await findRequest(context.db.primary, id, member.id);
	if (!found) throw problem("analysis_not_found");
	const request = await failIfLost(context, found);
	if (request.status === "completed") {
		const granted = await memberQuota(
			context,
			"results-read",
			member,
			READS_A_MINUTE,
			MINUTE_MS,
		).consume();
		if (!granted.ok) throw problem("too_many_requests/results", granted);
		return readResult(context, request);
	}
	const description = await describeRequest(context, request, null);
	const failed = request.status === "failed";
	return failed
		? failure(description, request.error ?? runFailure("analysis_failed"))
		: { ...description, video: null, statements: [], error: null };
}

/**
 * Fails a request whose run was lost: a run that is not listed, does not wait and is not published
 * will not end by itself.
 */
async function failIfLost(
	{ db, objects }: Context,
	request: StoredRequest,
): Promise<StoredRequest> {
	const { id, status, run_id, video_id, member_id } = request;
	if (status !== "analyzing" || run_id === null) return request;
	if ((await runStart(db.primary, video_id, run_id)) !== null) return request;
	// It may wait for another run of the video, and is listed when it begins.
	const found = await analysisObject(objects.VIDEO_ANALYSIS, video_id).wake(run_id);
	if (found === "working") return request;
	// The run may have ended and left the list between the two reads.
	const again = (await findRequest(db.primary, id, member_id)) ?? request;
	return again.status === "analyzing" ? { ...again, status: "failed" } : again;
}

async function readResult(context: Context, request: StoredRequest): Promise<AnalysisResult> {
	const { video, statements } = await readReport(
		context.db.primary,
		request.video_id,
		context.view,
	);
	const description = await describeRequest(context, request, video);
	if (video?.analysis_status !== "completed")
		return failure(description, runFailure("result_withdrawn"));
	return {
		...description,
		video,
		statements: statements.map((it) => narrowStatement(it, request)),
		error: null,
	};
}

function failure(
	description: Omit<AnalysisResult, "video" | "statements" | "error">,
	error: RunError,
): AnalysisResult {
	return { ...description, status: "failed", video: null, statements: [], error };
}

type Narrowing = {
	/** The providers whose ratings are included; null for all. */
	models: readonly Provider[] | null;
	include_sources: boolean;
};

/**
 * Keeps the ratings of the requested providers. Score and confidence remain those of the whole
 * panel, so that a statement has the same score everywhere. Explanation and sources come from the
 * remaining ratings.
 */
export function narrowStatement(
	statement: Statement,
	{ models, include_sources }: Narrowing,
): Statement {
	const narrowed = models ? narrowToModels(statement, models) : statement;
	if (include_sources) return narrowed;
	return {
		...narrowed,
		sources: [],
		evidence: [],
		fact_checks: [],
		passages: [],
		ratings: narrowed.ratings.map((rating) => ({
			...rating,
			sources: [],
			citations: [],
			dropped: [],
		})),
	};
}

function narrowToModels(statement: Statement, models: readonly Provider[]): Statement {
	const ratings = statement.ratings.filter(({ provider }) => models.includes(provider));
	// The panel of an earlier run may have had none of these providers.
	const said = ratings.length ? panelWords(ratings) : null;
	const shownScore = (provider: Provider, score: number | null) =>
		models.includes(provider) ? score : null;
	return {
		...statement,
		ratings,
		explanation: said?.explanation ?? "",
		sources: said?.sources ?? [],
		openai_score: shownScore("openai", statement.openai_score),
		claude_score: shownScore("claude", statement.claude_score),
		gemini_score: shownScore("gemini", statement.gemini_score),
	};
}
