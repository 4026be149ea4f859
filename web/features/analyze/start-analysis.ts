import type { AnalyzeRequest, AnalyzeResponse } from "#contract/analysis.ts";
import { ApiProblem, problemText } from "#web/api/api-problem.ts";
import { request } from "#web/api/request.ts";
import type { StartOutcome } from "./analyze-context.ts";

const FALLBACK = "Failed to analyze video. Please try again.";
const REASON = "Sign in to analyze videos. Your link is kept.";

/**
 * Asks for an analysis. Where the server wants a member, the visitor signs in
 * and the same request goes on: the link is never lost.
 */
export async function startAnalysis(
	wanted: AnalyzeRequest,
	promptSignIn: (reason: string) => Promise<boolean>,
): Promise<StartOutcome> {
	try {
		return await post(wanted);
	} catch (thrown) {
		if (!(thrown instanceof ApiProblem) || thrown.status !== 401) {
			return { kind: "refused", text: problemText(thrown, FALLBACK) };
		}
	}
	if (!(await promptSignIn(REASON))) return { kind: "dismissed" };
	return post(wanted).catch((thrown: unknown) => ({
		kind: "refused",
		text: problemText(thrown, FALLBACK),
	}));
}

async function post(wanted: AnalyzeRequest): Promise<StartOutcome> {
	const answer = await request<AnalyzeResponse>("/api/analyze", {
		method: "POST",
		body: wanted,
	});
	const kind = answer.status === "completed" ? "exists" : "started";
	return { kind, video_id: answer.video_id };
}
