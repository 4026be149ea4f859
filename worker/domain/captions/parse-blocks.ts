import type { Cue } from "#contract/video.ts";
import { cleanText } from "./clean-text.ts";
import { finishCues } from "./finish-cues.ts";
import type { TimedBlock } from "./read-timed-blocks.ts";
import { stripMarkup } from "./strip-markup.ts";
import { isRolling, unroll, type Window } from "./unroll.ts";

/** Cues from the blocks of a WebVTT, SRT or SBV file; scrolled lines count once. */
export function parseBlocks(blocks: TimedBlock[]): Cue[] {
	let voice: string | null = null;
	const windows: Window[] = blocks.map(({ start, end, lines }) => ({
		start,
		end,
		lines: lines.map((line) => {
			const stripped = stripMarkup(line, voice);
			voice = stripped.voice;
			const blank = cleanText(stripped.text) === "";
			const text = blank ? "" : stripped.text.trim();
			return { text, word_times: stripped.word_times };
		}),
	}));
	const rolling = isRolling(windows);
	const fresh = rolling ? unroll(windows) : windows;
	const captions = fresh.map(({ start, end, lines }) => ({
		start,
		end,
		text: lines.map((line) => line.text).join("\n"),
	}));
	return finishCues(captions, { rolling });
}
