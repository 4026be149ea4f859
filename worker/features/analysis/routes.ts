import { Hono } from "hono";
import { AnalyzeRequest, AnalyzeResponse } from "#contract/analysis.ts";
import {
	AnalysisId,
	AnalysisResult,
	RequestAnalysis,
	RequestedAnalysis,
} from "#contract/public-api.ts";
import { dropReportCopy } from "#features/sharing/pages/edge-copy.ts";
import { deliverWebhooks } from "#features/webhooks/deliver-webhooks.ts";
import type { AppEnv, RequestContext } from "#http/app-env.ts";
import { runInBackground } from "#http/background.ts";
import { MAX_TRANSCRIPT_BODY_BYTES, readJson } from "#http/body.ts";
import { json, type Operations, retryHeader } from "#http/operation.ts";
import { readAddress } from "#identity/caller.ts";
import { requireMember } from "#identity/require.ts";
import { readRequestedAnalysis } from "./read-requested-analysis.ts";
import { requestAnalysis } from "./request-analysis.ts";
import { startAnalysis } from "./start-analysis.ts";

export const analyze = new Hono<AppEnv>().post("/", async (c) => {
	const request = await readAnalyzeRequest(c);
	const { video_id, status } = await startAnalysis(c.get("context"), {
		...request,
		user: c.get("user"),
		address: readAddress(c),
	});
	if (status === "analyzing") await dropReportCopy(c, video_id);
	const answer: AnalyzeResponse = {
		video_id,
		status,
		results: `/results/${video_id}`,
		events: `/api/videos/${video_id}/events`,
	};
	return c.json(answer, status === "completed" ? 200 : 202);
});

/**
 * Reads a visitor's body up to a small limit, only to validate the link. Any other error in it is
 * answered with the request to sign in.
 */
async function readAnalyzeRequest(c: RequestContext): Promise<AnalyzeRequest> {
	if (c.get("user")) return readJson(c, AnalyzeRequest, MAX_TRANSCRIPT_BODY_BYTES);
	return readJson(c, AnalyzeRequest).catch((problem: unknown) => {
		requireMember(c, "not_signed_in/analyze");
		throw problem;
	});
}

/** A run takes tens of seconds, so faster polling returns nothing new. */
const ASK_AGAIN_S = 3;

/** Analyses in the API for programs. */
export const requestedAnalyses = new Hono<AppEnv>()
	.post("/analyze", async (c) => {
		const user = requireUser(c);
		const request = await readJson(c, RequestAnalysis);
		const answer = await requestAnalysis(c.get("context"), {
			...request,
			user,
			address: readAddress(c),
		});
		// If there was a result already, the event is due immediately.
		if (answer.status !== "analyzing" && request.options?.webhook_url)
			runInBackground(c)(() => deliverWebhooks(c.get("context")));
		c.header("location", `/api/v1/analyses/${answer.analysis_id}`);
		return c.json(answer, 202);
	})
	.get("/analyses/:id", async (c) => {
		const { id: member_id } = requireUser(c);
		// A malformed id is answered like an unknown one.
		const id = AnalysisId.safeParse(c.req.param("id")).data ?? "";
		const result = await readRequestedAnalysis(c.get("context"), id, member_id);
		if (result.status === "analyzing") c.header("retry-after", String(ASK_AGAIN_S));
		return c.json(result);
	});

function requireUser(c: RequestContext) {
	return requireMember(c, "not_signed_in/analyze");
}

const NO_LINK = "The link does not lead to a YouTube video.";
const LIMIT =
	"Too many analyses: by you, from your address, of this video, or by the whole site today. `Retry-After` says when the next may start.";

/** Analyses in the API description. */
export const analysisOperations = (): Operations => ({
	"POST /api/analyze": {
		id: "analyze",
		summary: "Analyze a video",
		detail:
			"Answers at once. Follow the run at `events`, read the result at `GET /api/videos/{id}`. `force` analyzes again; the earlier result stays until the new one is ready. `more` rates the next `left_out` statements (`over_limit`) and keeps existing ratings; it counts as an analysis, or answers 200 if none are left. `transcript` is used only without readable captions. With `WEBVTT - captions read by a member's browser` as its first line, the result's `captions_read_by` says so.",
		access: "member",
		body: { schema: AnalyzeRequest },
		headers: retryHeader,
		answers: {
			200: json("There is already a result.", AnalyzeResponse),
			202: json("The analysis is running.", AnalyzeResponse),
		},
		problems: {
			400: NO_LINK,
			409: "The result cannot be replaced by a simulated one, or by a transcript that differs from another member's. Or a run is running that checks only some of the statements; `Retry-After` says when to try again.",
			429: LIMIT,
		},
	},
	"POST /api/v1/analyze": {
		id: "requestAnalysis",
		summary: "Analyze a video from a program",
		detail:
			"Every run asks the whole panel; `models` picks whose ratings the answer shows. If there is already a result, the analysis is completed at once.",
		access: "member",
		body: { schema: RequestAnalysis },
		headers: retryHeader,
		answers: { 202: json("Read the result by this id.", RequestedAnalysis) },
		problems: {
			400: `${NO_LINK} Or events cannot be sent to \`webhook_url\`.`,
			422: "A model is not on the panel, or there is no webhook secret.",
			429: LIMIT,
		},
	},
	"GET /api/v1/analyses/{id}": {
		id: "readRequestedAnalysis",
		summary: "The state of an analysis you requested",
		access: "member",
		path: { id: AnalysisId },
		answers: {
			200: json("With `video` and `statements` once it is completed.", AnalysisResult),
		},
		problems: { 404: "You have no such analysis." },
	},
});
