import { describe, expect, it } from "vitest";
import { parseExtraction } from "#features/statements/extractor.ts";
import { CallFailure } from "#providers/call-failure.ts";

const parse = (...statements: unknown[]) => parseExtraction(JSON.stringify({ statements }), 10);
const item = { content: "Bees fly.", quote: "bees fly", importance: 70 };

describe("parseExtraction", () => {
	it("keeps a quote unchanged and makes the content one visible line", () => {
		const quote = "می\u200Cخواهم  که";
		expect(parse({ ...item, content: " A\nb\u202E ", quote })).toEqual([
			{ content: "A b", quote, importance: 70 },
		]);
	});

	it("keeps the joiners of a script in the content", () => {
		const content = "او می\u200Cخواهد برود";
		expect(parse({ ...item, content })[0]?.content).toBe(content);
	});

	it.each([
		[undefined, 50],
		["90", 90],
		[-3, 0],
		["very", 50],
	])("reads the importance %j as %i", (importance, expected) => {
		expect(parse({ ...item, importance })).toMatchObject([{ importance: expected }]);
	});

	it.each([
		null,
		"Bees fly.",
		{ ...item, content: "" },
		{ ...item, content: "\u200B" },
		{ ...item, content: "x".repeat(401) },
		{ ...item, content: 3 },
		{ ...item, quote: " " },
		{ ...item, quote: "x".repeat(1_001) },
		{ content: "Bees fly." },
	])("drops %j and keeps the rest", (malformed) => {
		expect(parse(malformed, item)).toEqual([item]);
	});

	it("reads omitted quotes with a known reason and ignores other entries", () => {
		const left_out = [
			{ quote: "bees are nice", reason: "opinion" },
			{ quote: "bees will rule", reason: "over_limit" },
			{ quote: "buy my honey" },
			"bees",
		];
		const answer = JSON.stringify({ statements: [item], left_out });
		expect(parseExtraction(answer, 10)).toEqual([
			item,
			{ content: "bees are nice", quote: "bees are nice", importance: 0, left_out: "opinion" },
		]);
		const strange = JSON.stringify({ statements: [item], left_out: "none" });
		expect(parseExtraction(strange, 10)).toEqual([item]);
	});

	it("throws if every statement is malformed", () => {
		expect(() => parse({}, 1)).toThrow(CallFailure);
	});

	it.each(["{}", '{"statements": {}}', "[1]", "", '{"statements": [{'])("throws for %j", (text) => {
		expect(() => parseExtraction(text, 10)).toThrow(CallFailure);
	});
});
