import { describe, expect, it } from "vitest";
import { readPastedTranscript } from "#features/captions/pasted-transcript.ts";
import { EXPORTS } from "#tests/support/fixtures/tool-exports.ts";
import { RECOGNISERS } from "#tests/support/fixtures/tool-recognisers.ts";
import type { Said } from "#tests/support/fixtures/tool-sentences.ts";

/** Times are compared in whole seconds. */
function read(text: string): Said[] {
	const transcript = readPastedTranscript(text);
	if (transcript === null) return [];
	const { cues, turns } = transcript;
	const clean = (words: string) => words.replace(/\s+/g, " ").trim();
	if (cues.length > 0)
		return cues.map((cue) => [Math.floor(cue.start + 0.05), cue.speaker ?? null, clean(cue.text)]);
	let at = 0;
	return transcript.text.split("\n\n").map((piece) => {
		const speaker = turns.findLast((turn) => turn.at <= at)?.speaker ?? null;
		at += piece.length + 2;
		return [null, speaker, clean(piece)];
	});
}

describe("what tools export", () => {
	it.each([...EXPORTS, ...RECOGNISERS])(
		"is read as cues with their times and speakers (%s)",
		(_, text, cues) => {
			const whole = cues.map(([start, ...rest]) => [start && Math.floor(start), ...rest]);
			expect(read(text)).toEqual(whole);
		},
	);
});
