import * as z from "zod";
import { AnalyzeRequest, AnalyzeResponse } from "#contract/analysis.ts";
import {
	AnalysisId,
	AnalysisResult,
	RequestAnalysis,
	RequestedAnalysis,
} from "#contract/public-api.ts";
import { VideoSummary } from "#contract/video.ts";
import {
	describeReading,
	printable,
	readPastedTranscript,
} from "#features/captions/pasted-transcript.ts";
import { sampleResults } from "#features/reports/list-queries.ts";
import { SAMPLES } from "#features/samples/samples.ts";
import { dropReportCopy } from "#features/sharing/pages/edge-copy.ts";
import { deliverWebhooks } from "#features/webhooks/deliver-webhooks.ts";
import type { RequestContext } from "#http/app-env.ts";
import { runInBackground } from "#http/background.ts";
import { MAX_TRANSCRIPT_BODY_BYTES, readJson } from "#http/body.ts";
import { endpoint } from "#http/endpoint.ts";
import { json, malformed, TAKEN_DOWN_PROBLEMS } from "#http/operation.ts";
import { siteOrigin } from "#http/site-address.ts";
import { readAddress } from "#identity/caller.ts";
import { analyzeSamples } from "./analyze-samples.ts";
import { readRequestedAnalysis } from "./read-requested-analysis.ts";
import { requestAnalysis } from "./request-analysis.ts";
import { startAnalysis, startMoment } from "./start-analysis.ts";

/** A run takes tens of seconds, so faster polling returns nothing new. */
const ASK_AGAIN_S = 3;

const NO_LINK = "The link does not lead to a YouTube video.";
const LIMIT =
	"Too many analyses: by you, from your address, of this video, or by the whole site today. `Retry-After` says when the next may start.";

function askerOf(c: RequestContext) {
	return { address: readAddress(c), is_admin: c.get("is_admin") };
}

/** What is understood of the request's transcript. Counted: it is read only for a run that started. */
function readingOf({ transcript, times }: AnalyzeRequest): Pick<AnalyzeResponse, "transcript"> {
	const text = printable(transcript ?? "").trim();
	const read = text === "" ? null : readPastedTranscript(text, { times });
	return read ? { transcript: describeReading(read) } : {};
}

export const analysisEndpoints = [
	endpoint({
		method: "GET",
		path: "/api/samples/results",
		id: "sampleResults",
		summary: "The finished analyses of the sample videos",
		detail:
			"Starts those that nobody has had analyzed yet. No list, statistic, feed or search has them. Empty outside demo mode.",
		access: "everyone",
		cross_origin: "public",
		answers: { 200: json("In the samples' order.", z.object({ videos: z.array(VideoSummary) })) },
		handle: async (context, { c }) => {
			const videos = await sampleResults(context.db.near, context.view);
			if (videos.length < SAMPLES.length) runInBackground(c)(() => analyzeSamples(context));
			return { videos };
		},
	}),
	endpoint({
		method: "POST",
		path: "/api/analyze",
		id: "analyze",
		summary: "Analyze a video",
		detail:
			"Answers at once. Follow the run at `events`, read the result at `GET /api/videos/{id}`. `force` analyzes again; the earlier result stays until the new one is ready. `more` rates the next `left_out` statements (`over_limit`) and keeps existing ratings; it counts as an analysis, or answers 200 if none are left. With `at` or `quote`, only what was said from 60 s before to 20 s after is checked, at most three statements; answers 200 with `statements` if it was checked before. A request that waits for another run of the video has its own `run`. `transcript` is used only without readable captions; the answer's `transcript` says what was understood of its times, which `times` can leave out. If an analysis ends with `original_language_unknown`, send the spoken one of the error's `tracks` as `language`. With `WEBVTT - captions read by a member's browser` as its first line, the result's `captions_read_by` says so.",
		access: "member",
		refusal: "not_signed_in/analyze",
		// A visitor learns that the link cannot work before signing up for it. Any other error in the
		// body, which is read up to a small limit, is answered with the request to sign in.
		before_refusal: async (context, c) => {
			const request = await readJson(c, AnalyzeRequest).catch(() => null);
			if (request) await startAnalysis(context, { ...request, user: null, ...askerOf(c) });
		},
		body: AnalyzeRequest,
		limit: MAX_TRANSCRIPT_BODY_BYTES,
		idempotent: "accepted",
		answers: {
			200: json("There is already a result.", AnalyzeResponse),
			202: json("The analysis is running.", AnalyzeResponse),
		},
		problems: {
			400: `${NO_LINK} Or a moment is asked for together with \`force\` or \`more\`.`,
			409: "The result cannot be replaced by a simulated one, or by a transcript that differs from another member's. Or moments add nothing more to the report, which has 300 statements or 100 moments. Or the member had 20 of the moments. Or too many requests for the video are waiting, or two of the member; `Retry-After` says when to try again.",
			422: "The moment is not in the video, or the words are not in its transcript.",
			429: LIMIT,
			...TAKEN_DOWN_PROBLEMS,
		},
		handle: async (context, { c, member, body }) => {
			const asked = { ...body, user: member, ...askerOf(c) };
			const is_moment = body.at !== undefined || body.quote !== undefined;
			const started = is_moment
				? await startMoment(context, asked)
				: await startAnalysis(context, { ...asked, can_choose: true });
			const { video_id, status } = started;
			if (status === "analyzing") await dropReportCopy(c, video_id);
			const answer: AnalyzeResponse = {
				video_id,
				status,
				results: `/results/${video_id}`,
				events: `/api/videos/${video_id}/events`,
				...("run_id" in started ? { run: started.run_id } : {}),
				...("statements" in started ? { statements: started.statements } : {}),
				...(status === "analyzing" ? readingOf(body) : {}),
			};
			return c.json(answer, status === "completed" ? 200 : 202);
		},
	}),
	endpoint({
		method: "POST",
		path: "/api/v1/analyze",
		id: "requestAnalysis",
		summary: "Analyze a video from a program",
		detail:
			"Every run asks the whole panel; `models` picks whose ratings the answer shows. If there is already a result, the answer is 200 and the analysis is completed.",
		access: "member",
		refusal: "not_signed_in/analyze",
		cross_origin: "keyed",
		body: RequestAnalysis,
		idempotent: true,
		answers: {
			200: json("There is already a result. Read it by this id.", RequestedAnalysis),
			202: json("The analysis is running. Read the result by this id.", RequestedAnalysis),
		},
		problems: {
			400: `${NO_LINK} Or events cannot be sent to \`webhook_url\`.`,
			422: "A model is not on the panel, or there is no webhook secret.",
			429: LIMIT,
			...TAKEN_DOWN_PROBLEMS,
		},
		handle: async (context, { c, member, body }) => {
			const answer = await requestAnalysis(context, { ...body, user: member, ...askerOf(c) });
			// If there was a result already, the event is due immediately.
			if (answer.status !== "analyzing" && body.options?.webhook_url)
				runInBackground(c)(() => deliverWebhooks(context));
			c.header("location", `/api/v1/analyses/${answer.analysis_id}`);
			return c.json(answer, answer.status === "analyzing" ? 202 : 200);
		},
	}),
	endpoint({
		method: "GET",
		path: "/api/v1/analyses/{id}",
		id: "readRequestedAnalysis",
		summary: "The state of an analysis you requested",
		access: "member",
		refusal: "not_signed_in/analyze",
		cross_origin: "keyed",
		params: { id: AnalysisId.register(malformed, { problem: "analysis_not_found" }) },
		answers: { 200: json("With `video` and `statements` once it is completed.", AnalysisResult) },
		problems: {
			404: "You have no such analysis.",
			429: "Too many finished analyses in a minute; `Retry-After` says when to try again.",
		},
		handle: async (context, { c, member, params }) => {
			const result = await readRequestedAnalysis(context, params.id, member);
			if (result.status === "analyzing") c.header("retry-after", String(ASK_AGAIN_S));
			const { error } = result;
			if (error === null) return result;
			const { href: type } = new URL(error.type, siteOrigin(context, c.req.url));
			return { ...result, error: { ...error, type } };
		},
	}),
];
