import * as z from "zod";
import { StatementId, VideoId } from "#contract/ids.ts";

export const videoPath = { id: VideoId.describe("YouTube's 11 characters.") };
export const statementPath = { id: StatementId };
export const idPath = { id: z.string().min(1) };

export const cursorQuery = {
	cursor: z
		.string()
		.describe("The `next_cursor` of the page before; absent for the first."),
};

/** Of requests that create something: sent again, they create nothing more. */
export const retryHeader = {
	"idempotency-key": z
		.string()
		.min(1)
		.max(255)
		.describe(
			"Of your own making, one for each request: sent again within a day, it brings the first answer once more, marked `Idempotency-Replayed: true`. With another body it is refused with 422, and with 409 while the first is still being worked on.",
		),
};

export const NO_VIDEO = "No analysis of this video is known.";
export const BAD_CURSOR = "The cursor is none of ours.";
