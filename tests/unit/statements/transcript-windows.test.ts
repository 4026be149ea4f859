import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Transcript } from "#features/captions/transcript.ts";
import {
	halfWindows,
	type TranscriptWindow,
	transcriptWindows,
} from "#features/statements/transcript-windows.ts";

const cueText = fc.oneof(
	fc.lorem({ maxCount: 12 }),
	fc.string({ unit: "grapheme", minLength: 1, maxLength: 300 }).filter((it) => it.trim() !== ""),
);

/** A talk with cue times, or without. */
const talks = fc
	.tuple(fc.array(cueText, { minLength: 1, maxLength: 200 }), fc.boolean())
	.map(([texts, timed]) => ({
		source: "captions" as const,
		language: null,
		track: null,
		cues: timed ? texts.map((text, start) => ({ start, text })) : [],
		text: texts.join(" "),
	}));

type Talk = Pick<Transcript, "cues" | "text">;

function expectHalves(talk: Talk, window: TranscriptWindow) {
	const halves = halfWindows(talk, window);
	expect(halves).toHaveLength(2);
	expect(window.text.startsWith(halves[0]?.text ?? "?")).toBe(true);
	expect(window.text.endsWith(halves[1]?.text ?? "?")).toBe(true);
	const together = halves.reduce((sum, { text }) => sum + text.length, 0);
	expect(together).toBeGreaterThanOrEqual(window.text.length - 2);
	for (const { text, cues } of halves) {
		expect(text.length).toBeLessThanOrEqual(0.6 * window.text.length);
		expect(cues === null).toBe(window.cues === null);
		const said = talk.cues.slice(cues?.from, cues?.to).map((cue) => cue.text);
		if (cues) expect(said.join(" ")).toContain(text);
	}
}

describe("halfWindows", () => {
	it("has all of a window in two pieces of about half its length, each with its own cues", () => {
		fc.assert(
			fc.property(talks, (talk) => {
				for (const window of transcriptWindows(talk))
					if (window.text.length >= 800) expectHalves(talk, window);
					else expect(halfWindows(talk, window)).toEqual([window]);
			}),
			{ numRuns: 200 },
		);
	});
});
