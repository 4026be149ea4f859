import type { Cue } from "#contract/video.ts";
import { parseBlocks } from "./parse-blocks.ts";
import { readTimedBlocks } from "./read-timed-blocks.ts";

/** Cues of a SubRip file; also of YouTube's own SBV, which differs in its timing lines. */
export function parseSrt(text: string): Cue[] {
	return parseBlocks(readTimedBlocks(text, false));
}
