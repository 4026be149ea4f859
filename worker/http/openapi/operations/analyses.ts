import { AnalyzeRequest, AnalyzeResponse } from "#contract/analysis.ts";
import {
	AnalysisId,
	AnalysisResult,
	RequestAnalysis,
	RequestedAnalysis,
} from "#contract/public-api.ts";
import { json, type Operations } from "../operation.ts";
import { retryHeader } from "./fields.ts";

const NO_LINK = "The link is no link to a YouTube video.";
const LIMIT =
	"Too many analyses: by you, from your address, of this video, or by the whole site today. `Retry-After` says when the next may start.";

/** Starting an analysis. */
export const analysisOperations: Operations = {
	"POST /api/analyze": {
		id: "analyze",
		summary: "Analyse a video",
		detail:
			"Answers at once; the analysis goes on without you. Follow it at `events`, read its result at `GET /api/videos/{id}`. With `force` a finished video is analysed again, and its earlier result stays until the new one is there. `transcript` is used only where captions cannot be had.",
		access: "member",
		body: { schema: AnalyzeRequest },
		headers: retryHeader,
		answers: {
			200: json("There is a result already.", AnalyzeResponse),
			202: json("The analysis is under way.", AnalyzeResponse),
		},
		problems: {
			400: NO_LINK,
			409: "The result cannot be replaced by a member's transcript.",
			429: LIMIT,
		},
	},
	"POST /api/v1/analyze": {
		id: "requestAnalysis",
		summary: "Have a video analysed, for programs",
		detail:
			"Every run asks the whole panel; `models` picks whose ratings the answer shows. Where there is a result already, the analysis is completed at once.",
		access: "member",
		body: { schema: RequestAnalysis },
		headers: retryHeader,
		answers: { 202: json("Read it by its id.", RequestedAnalysis) },
		problems: {
			400: `${NO_LINK} Or events cannot be sent to \`webhook_url\`.`,
			422: "A model is asked for that is not on the panel, or a webhook without a secret.",
			429: LIMIT,
		},
	},
	"GET /api/v1/analyses/{id}": {
		id: "readRequestedAnalysis",
		summary: "How an analysis that you asked for stands",
		access: "member",
		path: { id: AnalysisId },
		answers: {
			200: json(
				"With `video` and `statements` once it is completed.",
				AnalysisResult,
			),
		},
		problems: { 404: "You have asked for no such analysis." },
	},
};
