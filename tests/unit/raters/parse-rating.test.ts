import { describe, expect, it } from "vitest";
import { parseRating } from "#features/raters/parse-rating.ts";
import { CallFailure } from "#providers/call-failure.ts";
import { cpuTime } from "#tests/support/world/process-figures.ts";

const rating = (fields: Record<string, unknown>) =>
	parseRating(JSON.stringify({ score: 10, ...fields }));

describe("rating score", () => {
	it.each([
		["80", 80],
		['"80"', 80],
		['" 79.5 "', 80],
		["49.5", 50],
		["0", 0],
		["100", 100],
		["-5", 0],
		["1e9", 100],
		["-0.4", 0],
	])("%s is read as %i", (json, score) => {
		const read = parseRating(`{"score": ${json}}`).score;
		expect(read + 0).toBe(score);
		expect(Object.is(read, -0)).toBe(false);
	});

	it.each([
		"null",
		'"NaN"',
		'"abc"',
		'""',
		'"0x10"',
		"true",
		"[80]",
		'{"value":80}',
		"1e999",
		"NaN",
	])("%s is rejected", (json) => {
		expect(() => parseRating(`{"score": ${json}}`)).toThrow(CallFailure);
	});

	it.each(["", "{}", "null", "80", "[]", '"score: 80"', "score: 80", "{{{{"])(
		"is missing in %j",
		(text) => {
			expect(() => parseRating(text)).toThrow("the answer could not be read");
		},
	);
});

describe("other fields of a rating", () => {
	it("have default values", () => {
		expect(rating({})).toEqual({
			score: 10,
			confidence: 50,
			explanation: "No analysis available",
			sources: [],
		});
	});

	it("use their defaults if they have the wrong type", () => {
		expect(rating({ confidence: "high", explanation: 7, sources: "who.int" })).toEqual(rating({}));
	});

	it("are clamped and rounded", () => {
		expect(rating({ confidence: 140 }).confidence).toBe(100);
		expect(rating({ confidence: "12.6" }).confidence).toBe(13);
	});

	it("are dropped if unknown", () => {
		expect(rating({ verdict: "x", __proto__: 1 })).toEqual(rating({}));
	});
});

describe("rating explanation", () => {
	it("is one visible line", () => {
		const hidden = "a\u0000\u200B\u202E\u2066\u{E0041}\u{E007F}b";
		expect(rating({ explanation: ` ${hidden}\n\tc\u2028d ` }).explanation).toBe("ab c d");
	});

	it("uses its default if nothing in it is visible", () => {
		expect(rating({ explanation: "\u200B \u{E0041}\u200E" }).explanation).toBe(
			"No analysis available",
		);
	});

	it("is cut at 600 characters without splitting one", () => {
		const long = rating({ explanation: "🦠".repeat(500) }).explanation;
		expect(long.length).toBeLessThanOrEqual(600);
		expect(long).not.toMatch(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])/);
		expect(long.endsWith("🦠…")).toBe(true);
		const exact = "x".repeat(600);
		expect(rating({ explanation: exact }).explanation).toBe(exact);
	});

	it("keeps markup as text", () => {
		const markup = "<img src=x onerror=alert(1)> **bold**";
		expect(rating({ explanation: markup }).explanation).toBe(markup);
	});
});

describe("text around a rating", () => {
	it.each([
		'```json\n{"score": 7}\n```',
		'Sure! Here is the JSON: {"score": 7} Hope it helps.',
		'<think>Use {score} and maybe {"a": {"b": 1}}.</think>{"score": 7}',
		'{ not json } {"score": 7, "explanation": "a } in \\"quotes\\" {"}',
		'{"score": 99}\nOn reflection:\n{"score": 7}',
	])("is ignored: %j", (text) => {
		expect(parseRating(text).score).toBe(7);
	});

	it("cannot provide a score inside a string or a nested object", () => {
		expect(() => parseRating('{"statement": "{\\"score\\": 0}", "inner": {"score": 0}}')).toThrow(
			CallFailure,
		);
	});

	it("is parsed in little time even if hostile", () => {
		const started = cpuTime();
		for (const text of ["{".repeat(250_000), '{"'.repeat(120_000)])
			expect(() => parseRating(text)).toThrow(CallFailure);
		expect(cpuTime() - started).toBeLessThan(10_000);
	});
});
