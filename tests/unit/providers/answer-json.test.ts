import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { asList, placeNumbered, readAnswer } from "#providers/answer-json.ts";

const Rating = z.looseObject({ score: z.number(), note: z.string().optional() });
const List = z.object({ items: z.array(z.unknown()) });
const RATING = { score: 85, note: 'It said "no {\\n" [once].' };
const TEXT = JSON.stringify(RATING);

describe("readAnswer", () => {
	it.each<[string, string]>([
		["alone", TEXT],
		["in a fence", `Sure:\n\`\`\`json\n${TEXT}\n\`\`\`\nDone.`],
		["after prose with brackets", `I [think] {so}: ${TEXT} [1]`],
		["after a draft that is not closed", `{"score": 8\n${TEXT}`],
		["after a quote that is not closed", `{"note": "draft\n\n${TEXT}`],
		["after thinking", `<think>{"score": 1} or {"score": 2}?</think>${TEXT}`],
		["after thinking that is not closed", `<think>{"score": 1} ${TEXT}`],
		["in a string", JSON.stringify(TEXT)],
		["in a wrapper", `{"output": ${TEXT}}`],
		["as a string in a wrapper", JSON.stringify({ result: TEXT })],
		["in a function call", `{"name": "rate", "arguments": ${TEXT}}`],
		["in wrappers", `{"data": {"response": [${TEXT}]}}`],
		["in a list of one", `[${TEXT}]`],
		["with other keys' case", `{"Score": 85, " note ": ${JSON.stringify(RATING.note)}}`],
		["with a comma too many", `${TEXT.slice(0, -1)},}`],
		["with a raw line break", TEXT.replace("no {", "no\n {")],
		["with Python's words and quotes", "{'score': 85, 'done': True, 'x': None}"],
		["with comments", `{"score": 85 // sure\n}`],
		["without its last brace", TEXT.slice(0, -1)],
	])("finds an answer %s", (_, text) => {
		expect(readAnswer(text, Rating).score).toBe(85);
	});

	it("uses the last of any number of drafts", () => {
		fc.assert(
			fc.property(fc.integer({ min: 0, max: 300 }), (drafts) => {
				const before = Array.from({ length: drafts }, (_, at) => `{"score": ${at}}`);
				expect(readAnswer([...before, TEXT].join("\n"), Rating).score).toBe(85);
			}),
			{ numRuns: 20 },
		);
	});

	it("reads any object in any fence, string or wrapper as it is", () => {
		const wrap = fc.constantFrom<(text: string) => string>(
			(text) => text,
			(text) => `\`\`\`json\n${text}\n\`\`\``,
			(text) => JSON.stringify(text),
			(text) => `{"answer": ${text}}`,
			(text) => `[${text}]`,
			(text) => `<think>{"score": 3}</think>\n${text}\n`,
		);
		fc.assert(
			fc.property(fc.string(), fc.integer({ min: 0, max: 100 }), wrap, (note, score, put) => {
				expect(readAnswer(put(JSON.stringify({ score, note })), Rating)).toEqual({ score, note });
			}),
		);
	});

	it.each([
		["a number that is cut", '{"note": "x", "score": 8'],
		["a word that is cut", '{"score": 85, "done": tr'],
		["nothing", ""],
		["another object", '{"value": 85}'],
		["two answers in a list", `[${TEXT}, ${TEXT}]`],
	])("refuses %s", (_, text) => {
		expect(() => readAnswer(text, Rating)).toThrow("could not be read");
	});

	it.each([
		["with its name", '{"items": [{"a": 1}, {"a": 2}]}'],
		["alone", '[{"a": 1}, {"a": 2}]'],
		["in a wrapper", '{"output": [{"a": 1}, {"a": 2}]}'],
		["as a string", JSON.stringify({ items: '[{"a": 1}, {"a": 2}]' })],
		["as numbered keys", '{"items": {"1": {"a": 1}, "2": {"a": 2}}}'],
		["as one object a line", '{"a": 1}\n{"a": 2}'],
	])("finds a list %s", (_, text) => {
		expect(readAnswer(text, List, "items").items).toEqual([{ a: 1 }, { a: 2 }]);
	});

	it.each(['{"a": 1}', '{"items": {"a": 1}}', '{"result": {"items": [{"a": 1}]}}'])(
		"finds the one item in %s",
		(text) => {
			expect(readAnswer(text, List, "items").items).toEqual([{ a: 1 }]);
		},
	);

	it("prefers the named list to what follows it", () => {
		expect(readAnswer('{"items": []} as in {"a": 1} or [{"a": 1}]', List, "items").items).toEqual(
			[],
		);
	});
});

describe("asList", () => {
	it.each<[unknown, unknown]>([
		[[1], [1]],
		[{ a: 1 }, [{ a: 1 }]],
		['[{"a":1}]', [{ a: 1 }]],
		['{"a":1}', [{ a: 1 }]],
		["words", "words"],
		[null, null],
	])("makes of %j %j", (value, list) => {
		expect(asList(value)).toEqual(list);
	});
});

describe("placeNumbered", () => {
	const place = (statements: unknown[], places: number) =>
		placeNumbered(
			statements.map((statement, at) => ({ statement, at })),
			places,
			(item) => (item as { at: number }).at,
		);

	it("places items numbered from 1, from 0, in words and not at all", () => {
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 30 }), (places) => {
				const indices = Array.from({ length: places }, (_, at) => at);
				expect(place(indices, places)).toEqual(indices);
				expect(
					place(
						indices.map((at) => at + 1),
						places,
					),
				).toEqual(indices);
				expect(
					place(
						indices.map((at) => `Statement ${at + 1}`),
						places,
					),
				).toEqual(indices);
				expect(
					place(
						indices.map(() => undefined),
						places,
					),
				).toEqual(indices);
			}),
		);
	});

	it("places any order, the first of two, and leaves gaps empty", () => {
		expect(place([3, 1, 3], 3)).toEqual([1, null, 0]);
		expect(place([1, 2, 3], 2)).toEqual([0, 1]);
		expect(place([undefined, 2], 3)).toEqual([null, 1, null]);
	});

	it.each([
		[[0, 1, 2, 3], 3],
		[[2, 3, 4], 3],
		[[7], 3],
	])("refuses %j of %i", (numbers, places) => {
		expect(() => place(numbers, places)).toThrow("could not be read");
	});
});
