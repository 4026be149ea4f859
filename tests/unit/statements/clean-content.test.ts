import { describe, expect, it } from "vitest";
import { cleanContent, MAX_CONTENT_CHARS } from "#features/statements/merge-statements.ts";
import { cutAtWord, visibleText } from "#text/clean.ts";

describe("visibleText", () => {
	it.each([
		["extra spaces and line breaks", " a \n\t b\u00a0\u2003c ", "a b c"],
		["bidi controls", "a\u202eb\u2066c\u200f", "abc"],
		["zero-width characters", "a\u200bb\u2060c\ufeff", "abc"],
		["tag characters and variation selectors", "a\u{e0041}\ufe0f\u{e0100}b", "ab"],
		["control characters", "a\u0000\u001b[31mb\u0085", "a[31mb"],
		["lone surrogates", "a\ud83d b\ude00", "a b"],
		["private use", "a\ue000b", "ab"],
		["joiners between Latin letters", "a\u200db\u200cc", "abc"],
	])("removes %s", (_, text, seen) => {
		expect(visibleText(text)).toBe(seen);
	});

	it("keeps the joiners of Persian and Hindi, one at a time", () => {
		expect(visibleText("می\u200cخواهم")).toBe("می\u200cخواهم");
		expect(visibleText("क्\u200dष")).toBe("क्\u200dष");
		expect(visibleText("می\u200c\u200d\u200c\u200dخ")).toBe("می\u200cخ");
	});

	it("composes accents", () => {
		expect(visibleText("cafe\u0301")).toBe("café");
	});
});

describe("cutAtWord", () => {
	it("leaves a text that fits unchanged", () => {
		expect(cutAtWord("one two", 7)).toBe("one two");
	});

	it("cuts after a whole word and marks the cut", () => {
		expect(cutAtWord("one two three", 12)).toBe("one two…");
		expect(cutAtWord("one two three", 8)).toBe("one two…");
		expect(cutAtWord("one two three", 7, "")).toBe("one two");
	});

	it("cuts inside a word if there is no space nearby", () => {
		expect(cutAtWord("地球绕着太阳转", 5)).toBe("地球绕着…");
		expect(cutAtWord(`a ${"b".repeat(20)}`, 10)).toBe("a bbbbbbb…");
	});

	it("never splits a character", () => {
		expect(cutAtWord("😀😀😀😀", 4)).toBe("😀…");
	});
});

describe("cleanContent", () => {
	it("stays within its limit for any text", () => {
		for (const unit of ["word ", "x", "😀", "地", "ﷺ", "e\u0301", " \n", "\u200b"]) {
			const content = cleanContent(unit.repeat(1_000));
			expect(content.length).toBeLessThanOrEqual(MAX_CONTENT_CHARS);
			expect(content).toBe(visibleText(content));
		}
	});
});
