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

export const NO_VIDEO = "No analysis of this video is known.";
export const BAD_CURSOR = "The cursor is none of ours.";
