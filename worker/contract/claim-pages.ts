import * as z from "zod";
import { ClaimKey } from "./ids.ts";
import { Statement } from "./statement.ts";
import { VideoSummary } from "./video.ts";

/** One claim, and the public reports in which it was rated. */
export const ClaimAnswer = z.object({
	key: ClaimKey,
	content: z.string(),
	said: z.array(
		z.object({
			video: VideoSummary,
			/** Its evidence and ratings are in the report. */
			statement: Statement.pick({
				id: true,
				content: true,
				quote: true,
				speaker: true,
				timestamp: true,
				timestamp_source: true,
				basis: true,
				verdict: true,
				unverified_reason: true,
				ai_score: true,
				lean: true,
				disputes: true,
				created_at: true,
			}),
		}),
	),
});
export type ClaimAnswer = z.infer<typeof ClaimAnswer>;
