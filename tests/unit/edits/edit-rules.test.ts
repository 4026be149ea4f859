import { describe, expect, it } from "vitest";
import {
	affectedBy,
	changedShare,
	describeEdit,
	fingerprint,
	transcriptHash,
	wordsOf,
} from "#features/edits/edit-rules.ts";

const numbered = (count: number) => Array.from({ length: count }, (_, place) => `word${place}`);

describe("wordsOf", () => {
	it("ignores case, punctuation, sounds and marks of speakers", () => {
		const spoken = wordsOf("It’s [Music] BUILT in 1874,\n\nthey said.");
		expect(spoken).toEqual(wordsOf("it’s built in 1874 they said"));
		expect(fingerprint(spoken)).toMatch(/^[0-9a-f]{64}$/);
	});

	it("counts each character of a script without spaces", () => {
		expect(wordsOf("塔は1874年")).toEqual(["塔", "は", "1874", "年"]);
	});
});

describe("transcriptHash", () => {
	it("is the fingerprint of the words, and reads a transcript's text once", () => {
		let reads = 0;
		const transcript = {
			get text() {
				reads += 1;
				return "It’s built in 1874";
			},
		};
		const expected = fingerprint(wordsOf("it’s built in 1874"));
		expect(transcriptHash(transcript)).toBe(expected);
		expect(transcriptHash(transcript)).toBe(expected);
		expect(reads).toBe(1);
	});
});

describe("changedShare", () => {
	it("is 0 for the same words and 1 for entirely different ones", () => {
		expect(changedShare(numbered(50), numbered(50))).toBe(0);
		expect(changedShare(["a", "b"], ["c"])).toBe(1);
		expect(changedShare([], [])).toBe(0);
	});

	it("counts a replaced word once, and words that were cut or added", () => {
		const words = numbered(100);
		expect(changedShare(words, words.with(7, "other"))).toBeCloseTo(0.01, 9);
		expect(changedShare(words, words.slice(0, 90))).toBeCloseTo(0.1, 9);
		expect(changedShare(words.slice(0, 90), words)).toBeCloseTo(0.1, 9);
	});

	it("counts a word as often as it occurs", () => {
		expect(changedShare(["no", "no", "no", "no"], ["no"])).toBe(0.75);
	});
});

describe("describeEdit", () => {
	const same = { analysed_duration: 600, duration: 600, changed: 0 };

	it.each([
		["the same video", same],
		["2 seconds of difference", { ...same, duration: 602 }],
		["2 % of the words", { ...same, changed: 0.02 }],
		["an unknown length", { ...same, analysed_duration: null }],
		["unreadable captions", { ...same, changed: null }],
	])("finds no edit for %s", (_, compared) => {
		expect(describeEdit(compared)).toBeNull();
	});

	it("names a length that differs by more than 2 seconds", () => {
		const found = describeEdit({ ...same, duration: 597.9, changed: null });
		expect(found).toEqual({ duration: { analysed: 600, now: 597.9 }, captions_changed: null });
	});

	it("names the share of words if more than 2 % changed", () => {
		expect(describeEdit({ ...same, changed: 0.0204 })).toEqual({
			duration: null,
			captions_changed: 2,
		});
	});
});

describe("affectedBy", () => {
	const statements = [
		{ quote: "It was built in 1874 and stands 31 metres tall." },
		{ quote: "Keepers lived here until 1983." },
	];

	it("selects the statements whose words are not in the captions any more", () => {
		const now = "it was built in [Music] 1874 and stands 31 metres tall";
		expect(affectedBy(statements, now)).toEqual([statements[1]]);
	});

	it("selects all statements if there are no captions", () => {
		expect(affectedBy(statements, null)).toEqual(statements);
	});
});
