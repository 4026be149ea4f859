import { describe, expect, it } from "vitest";
import { finishCues, MAX_CUE_CHARS, MAX_CUES, MAX_TRACK_CHARS } from "#features/captions/cues.ts";
import { hasWords, markTurns, stripNonSpeech } from "#features/captions/non-speech.ts";
import { visibleText } from "#text/clean.ts";

describe("visibleText", () => {
	it.each([
		["zero-width spaces", "fa\u200bct", "fact"],
		["soft hyphens", "fa\u00adct", "fact"],
		["direction marks", "\u202bשלום\u202c\u200f", "שלום"],
		["direction isolates", "\u2066left\u2069", "left"],
		["byte order marks", "\ufefffact", "fact"],
		["controls", "fa\u0000\u001bct", "fact"],
		["tag characters", "fact\u{e0049}\u{e0067}", "fact"],
		["half a surrogate pair", "fact\ud83d", "fact"],
		["a joiner between Latin letters", "fa\u200dct \u200cx", "fact x"],
		["a joiner between Chinese characters", "事\u200c实", "事实"],
	])("removes %s", (_, dirty, clean) => {
		expect(visibleText(dirty)).toBe(clean);
	});

	it.each([
		["a Persian word's non-joiner", "می\u200cخواهم"],
		["an Indic conjunct's joiner", "क्\u200dष"],
		["a joiner that ends a Malayalam word", "ന്\u200d"],
		["a family of emoji", "👩\u200d👧"],
		["a heart with its colour", "❤️\u200d🔥"],
		["an Arabic number sign", "\u0600٥"],
		["Thai", "วิดีโอที่แล้ว ผมพูดถึง"],
	])("keeps %s", (_, text) => {
		expect(visibleText(text)).toBe(text);
	});

	it("composes accents and collapses spaces of every kind", () => {
		expect(visibleText("  cafe\u0301\u00a0\u3000 noir\t")).toBe("café noir");
	});
});

describe("markTurns", () => {
	it.each([
		[">> Yes.", "\n\nYes."],
		[">>> Now the news.", "\n\nNow the news."],
		["right? >> Yes. >> No.", "right?\n\nYes.\n\nNo."],
		["- Really?\n- Yes.", "\n\nReally?\n\nYes."],
		["Really?\n-Yes.", "Really?\n\nYes."],
		["over to you >>", "over to you\n\n"],
	])("turns the speaker change in %j into an empty line", (marked, turns) => {
		expect(markTurns(marked)).toBe(turns);
	});

	it.each([
		["a\nb", "a b"],
		["it fell to\n-5 degrees", "it fell to -5 degrees"],
		["a well-known\nfact - truly", "a well-known fact - truly"],
		["if a >b or a->>b", "if a >b or a->>b"],
		["--- Vladimir", "--- Vladimir"],
	])("finds no speaker change in %j", (text, joined) => {
		expect(markTurns(text)).toBe(joined);
	});

	it("drops a turn at the start and moves a mark at a caption's end to the next caption", () => {
		const cues = finishCues([
			{ start: 0, end: 1, text: ">> Hello" },
			{ start: 1, end: 2, text: "over to you >>" },
			{ start: 2, end: 3, text: "thanks" },
			{ start: 3, end: 4, text: ">>" },
			{ start: 4, end: 5, text: "bye" },
		]);
		expect(cues.map((cue) => cue.text)).toEqual(["Hello", "over to you", "\n\nthanks", "\n\nbye"]);
	});
});

describe("sounds that are not speech", () => {
	it.each([
		["[Music]", ""],
		["【音楽】 こんにちは", "こんにちは"],
		["so [laughter] yes", "so yes"],
		["[Ada] Good day. (audience laughing)", "Good day."],
		["♪ la la ♪", "la la"],
		["one\n\n[Applause]\n\ntwo", "one\n\ntwo"],
	])("are removed from %j, leaving %j", (text, speech) => {
		expect(stripNonSpeech(text)).toBe(speech);
	});

	it.each(["what the [ __ ] is", "a tax (of 5 percent) is due", "f(x) = [x"])(
		"are not found in %j",
		(text) => {
			expect(stripNonSpeech(text)).toBe(text);
		},
	);

	it("are not words", () => {
		expect(hasWords("[Music] ♪ 123")).toBe(false);
		expect(hasWords("[Music] sì")).toBe(true);
	});
});

describe("limits of a track", () => {
	it("a caption that is too long is split into several cues", () => {
		const text = Array.from({ length: 1_500 }, (_, i) => `w${i}`).join(" ");
		const cues = finishCues([{ start: 3, end: 4, text }]);
		expect(cues.length).toBeGreaterThan(1);
		expect(cues.every((cue) => cue.text.length <= MAX_CUE_CHARS)).toBe(true);
		expect(cues.every((cue) => cue.start === 3)).toBe(true);
		expect(cues.map((cue) => cue.text).join(" ")).toBe(text);
	});

	it("a caption without spaces is split between characters", () => {
		const cues = finishCues([{ start: 0, end: 1, text: `a${"😀".repeat(1_500)}` }]);
		expect(cues.map((cue) => cue.text).join("")).toBe(`a${"😀".repeat(1_500)}`);
		expect(cues.every((cue) => !/\p{Cs}/u.test(cue.text))).toBe(true);
	});

	it("a track keeps at most MAX_TRACK_CHARS, in whole cues", () => {
		const captions = Array.from({ length: 1_000 }, (_, i) => ({
			start: i,
			text: `${i} ${"long ".repeat(200)}`,
			end: null,
		}));
		const cues = finishCues(captions);
		const chars = cues.reduce((sum, { text }) => sum + text.length, 0);
		expect(chars).toBeLessThanOrEqual(MAX_TRACK_CHARS);
		expect(chars).toBeGreaterThan(MAX_TRACK_CHARS - 2_000);
		expect(cues.at(-1)?.text).toMatch(/long$/);
	});

	it("a track keeps at most MAX_CUES", () => {
		const captions = Array.from({ length: MAX_CUES + 5 }, (_, i) => ({
			start: i,
			end: i + 1,
			text: `w${i}`,
		}));
		expect(finishCues(captions)).toHaveLength(MAX_CUES);
	});

	it("cues with invalid times are dropped", () => {
		const at = (start: number) => ({ start, end: null, text: "x" });
		expect(finishCues([at(Number.NaN), at(-1), at(7)])).toEqual([{ start: 7, text: "x" }]);
	});
});
