import { describe, expect, it } from "vitest";
import type { Transcript } from "#features/captions/transcript.ts";
import { createQuoteMatcher } from "#features/statements/quote-in-transcript.ts";

/** One cue every 10 seconds. */
function transcriptOf(texts: string[], timed = true): Transcript {
	const cues = texts.map((text, index) => ({ start: index * 10, text }));
	const text = texts.join(" ");
	return { source: "captions", language: "en", track: null, cues: timed ? cues : [], text };
}

const TEXTS = Array.from({ length: 12 }, (_, index) => `words of cue number ${index} stand here`);

function speechAround(transcript: Transcript, quote: string, timestamp: number) {
	return createQuoteMatcher(transcript, 120).speechAround(quote, timestamp);
}

describe("the speech around a quote", () => {
	it("is 30 seconds on either side, verbatim", () => {
		expect(speechAround(transcriptOf(TEXTS), "cue number 6 stand", 60)).toEqual({
			before: `${TEXTS.slice(3, 6).join(" ")} words of`,
			after: `here ${TEXTS.slice(7, 9).join(" ")}`,
		});
	});

	it("ends with the transcript", () => {
		const first = speechAround(transcriptOf(TEXTS), "words of cue number 0", 0);
		expect(first.before).toBe("");
		const last = speechAround(transcriptOf(TEXTS), "cue number 11 stand here", 110);
		expect(last.after).toBe("");
	});

	it("is that of the place that was said at the statement's time", () => {
		const texts = [...TEXTS];
		texts[1] = "the same words are said twice here";
		texts[10] = "the same words are said twice here";
		const later = speechAround(transcriptOf(texts), "the same words are said twice", 100);
		expect(later.before).toBe(TEXTS.slice(7, 10).join(" "));
	});

	it("is estimated by its length without cue times", () => {
		const { before, after } = speechAround(transcriptOf(TEXTS, false), "cue number 6 stand", 60);
		expect(before.length).toBeGreaterThan(150);
		expect(before.length).toBeLessThanOrEqual(450);
		expect(TEXTS.join(" ")).toContain(before);
		expect(TEXTS.join(" ")).toContain(after);
	});

	it("is bounded in a transcript of very long cues, and cut between words", () => {
		const long = "syllable ".repeat(40_000).trim();
		const { before, after } = speechAround(
			transcriptOf([long, "a short sentence is the quote", long]),
			"a short sentence is the quote",
			10,
		);
		for (const text of [before, after]) {
			expect(text.length).toBeLessThanOrEqual(1_000);
			expect(new Set(text.split(" "))).toEqual(new Set(["syllable"]));
		}
	});

	it("is empty for words that were not said", () => {
		expect(speechAround(transcriptOf(TEXTS), "nobody ever said this sentence", 60)).toEqual({
			before: "",
			after: "",
		});
	});
});

describe("the speaker of a quote", () => {
	const speakers = ["Ana", "Ana", "Speaker 2", null];
	const cues = speakers.map((speaker, at) => ({
		start: at * 10,
		text: `words of cue number ${at} stand here`,
		speaker,
	}));
	const text = cues.map((cue) => cue.text).join(" ");
	const timed = createQuoteMatcher({ ...transcriptOf([]), cues, text });

	it("is that of its cue", () => {
		expect(timed.speakerOf("cue number 1 stand here", 10)).toBe("Ana");
		expect(timed.speakerOf("cue number 2 stand here", 20)).toBe("Speaker 2");
		expect(timed.speakerOf("cue number 3 stand here", 30)).toBeNull();
	});

	it("is that of all its cues, or nobody", () => {
		expect(timed.speakerOf("number 0 stand here words of cue number 1", 0)).toBe("Ana");
		expect(timed.speakerOf("number 1 stand here words of cue number 2", 10)).toBeNull();
	});

	it("is nobody for words that were not said", () => {
		expect(timed.speakerOf("nobody ever said this sentence", 10)).toBeNull();
	});

	it("is that of its turn in a text without times", () => {
		const second = text.indexOf("words of cue number 2");
		const turns = [
			{ at: 0, speaker: "Ana" },
			{ at: second, speaker: "Speaker 2" },
		];
		const untimed = createQuoteMatcher({ ...transcriptOf([]), cues: [], text, turns }, 120);
		expect(untimed.speakerOf("cue number 1 stand here", 30)).toBe("Ana");
		expect(untimed.speakerOf("words of cue number 2", 60)).toBe("Speaker 2");
		expect(untimed.speakerOf("number 1 stand here words of cue number 2", 30)).toBeNull();
	});
});
