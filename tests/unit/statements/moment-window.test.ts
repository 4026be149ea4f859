import { describe, expect, it } from "vitest";
import type { Cue } from "#contract/video.ts";
import { findMoment } from "#features/statements/moment-window.ts";

const LONG_CUE_S = 600;

/** One cue of six words every four seconds. */
function talk(seconds: number): Cue[] {
	return Array.from({ length: seconds / 4 }, (_, at) => ({
		start: at * 4,
		text: `word${at} is what the speaker says.`,
	}));
}

function find(
	cues: Cue[],
	asked: { at?: number; quote?: string },
	duration: number | null = null,
	text = cues.map((cue) => cue.text).join(" "),
) {
	const transcript = { source: "captions" as const, language: "en", track: null, cues, text };
	return findMoment(transcript, duration, { at: null, quote: null, ...asked });
}

const THREE_HOURS = 3 * 3_600;

describe("findMoment", () => {
	it.each([
		["within the video", 100, 300, 40, 120, "word10 ", "word29 "],
		["at its start", 0, 300, 0, 20, "word0 ", "word4 "],
		["near its start", 30, 300, 0, 50, "word0 ", "word12 "],
		["at its end", 300, 300, 240, 300, "word60 ", "word74 "],
		["late in three hours", 10_000, THREE_HOURS, 9_940, 10_020, "word2485 ", "word2504 "],
	])(
		"takes the cues from 60 s before to 20 s after, %s",
		(_, at, duration, from, to, first, last) => {
			const found = find(talk(duration), { at }, duration);
			expect(found).toMatchObject({ at, from, to });
			const { text } = found as { text: string };
			expect(text.startsWith(first)).toBe(true);
			expect(text.slice(text.lastIndexOf("word")).startsWith(last)).toBe(true);
			expect(text.endsWith("says.")).toBe(true);
		},
	);

	it("takes only as much of a long cue as is said in the window, in whole words", () => {
		const words = Array.from({ length: 1_500 }, (_, at) => `w${String(at).padStart(5, "0")}`);
		const found = find([{ start: 0, text: words.join(" ") }], { at: 300 }, LONG_CUE_S);
		const { text } = found as { text: string };
		expect(text).toMatch(/^w\d{5}( w\d{5})*$/);
		expect(text.length).toBeLessThan(6_100);
		expect(text.length).toBeGreaterThan(500);
	});

	it("has no words in a pause, and none of a cue that was said long before", () => {
		const cues = [
			{ start: 10, text: "Before the pause." },
			{ start: 300, text: "After the pause." },
		];
		expect(find(cues, { at: 200 }, 400)).toMatchObject({ at: 200, text: "" });
		expect(find(cues, { at: 290 }, 400)).toMatchObject({ text: "After the pause." });
		expect(find([{ start: 0, text: "[Music]" }], { at: 5 }, 60)).toMatchObject({ text: "" });
	});

	it("finds words at the place nearest to the time", () => {
		const cues = talk(400);
		for (const at of [20, 200, 388])
			cues[at / 4] = { start: at, text: "The bridge was built in 1931." };
		const quote = "the bridge was built in 1931";
		expect(find(cues, { quote })).toMatchObject({ at: 20, from: 0, to: 40 });
		expect(find(cues, { quote, at: 210 })).toMatchObject({ at: 200 });
		expect(find(cues, { quote, at: 399 })).toMatchObject({ at: 388 });
	});

	it("estimates the place in a text without cues by the video's length", () => {
		const sentence = "The bridge was built in 1931.";
		const text = `${"And so on it goes. ".repeat(200)}${sentence} ${"And so on it goes. ".repeat(200)}`;
		const timed = find([], { at: 600 }, 1_200, text) as { text: string; cues: unknown };
		expect(timed.text).toContain(sentence);
		expect(timed.text.length).toBeLessThan(text.length / 10);
		expect(timed.cues).toBeNull();
		expect(find([], { at: 600 }, null, text)).toBe("moment_not_placed");
		const untimed = find([], { quote: sentence }, null, text);
		expect(untimed).toMatchObject({ at: null, from: null, to: null });
		expect((untimed as { text: string }).text).toContain(sentence);
	});

	it.each<[string, { at?: number; quote?: string }, number | null, string]>([
		["after the video's length", { at: 401 }, 400, "moment_out_of_range"],
		["long after the last words", { at: 480 }, null, "moment_out_of_range"],
		["not said", { quote: "words that nobody has said" }, 400, "quote_not_found"],
		["too short to be found", { quote: "is what" }, 400, "quote_not_found"],
	])("says why a moment is not there: %s", (_, asked, duration, problem) => {
		expect(find(talk(400), asked, duration)).toBe(problem);
	});
});
