import type { Cue } from "#contract/video.ts";
import { parseBlocks } from "./parse-blocks.ts";
import { readTimedBlocks } from "./read-timed-blocks.ts";

/** Cues of a WebVTT file. */
export function parseVtt(text: string): Cue[] {
	return parseBlocks(readTimedBlocks(text, true));
}
