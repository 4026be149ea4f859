import { AnalyzeRequest, AnalyzeResponse } from "#contract/analysis.ts";
import { json, type Operations } from "../operation.ts";

/** Starting an analysis. */
export const analysisOperations: Operations = {
	"POST /api/analyze": {
		id: "analyze",
		summary: "Analyse a video",
		detail:
			"Answers at once; the analysis goes on without you. Follow it at `events`, read its result at `GET /api/videos/{id}`. With `force` a finished video is analysed again, and its earlier result stays until the new one is there. `transcript` is used only where captions cannot be had.",
		access: "member",
		body: { schema: AnalyzeRequest },
		answers: {
			200: json("There is a result already.", AnalyzeResponse),
			202: json("The analysis is under way.", AnalyzeResponse),
		},
		problems: {
			400: "The link is no link to a YouTube video.",
			409: "The result cannot be replaced by a member's transcript.",
			429: "Too many analyses; `Retry-After` says when the next may start.",
		},
	},
};
