import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { READERS } from "#tests/support/text-readers.ts";
import { normalizeText } from "#text/normalize.ts";

/** What is repeated: runs that a rule may read again from each of their characters. */
const PIECES = [
	// Marks that normalisation sorts, and letters that it joins
	"\u0323\u0301",
	"\uff9e\u0301",
	"e\u0323\u0301",
	"\u1100\u1161\u11a8",
	// Spaces and lines
	" ",
	"\t\u00a0",
	"\n",
	"\na",
	" \n",
	"\u2028",
	// Not to be seen
	"\u200b",
	"क\u200d",
	"\ufeff",
	"\ud83d",
	// Digits and clocks
	"1",
	"1.",
	"111 ",
	"0:01 ",
	"00:01.000 --> 00:02.000\n",
	// Quotes and brackets
	'"',
	'"a',
	"'a",
	"([{",
	"(a ",
	'{"a":',
	"[",
	// Markup that does not end
	"<",
	"<c",
	"<a b='",
	"<!--",
	"&",
	"&#",
	">> ",
	// Words without end, and many words
	"a",
	"a1-",
	"-",
	"A ",
	"Ab. ",
	"中",
	"가나",
	"👩‍👩",
	// Addresses
	"a@",
	"a.",
	"://",
	"/",
	"%CC%A3%CC%81",
	// What the rules look for
	"Unexpected token ",
	"rate this ",
	"ai must ",
	"[Music] ",
	"twenty ",
];
/** What comes after a run, and keeps a pattern that reached its end from matching. */
const END = "\u2028b\u2028\u0001";

const GENERATORS: Record<string, (length: number) => string> = {
	...Object.fromEntries(
		PIECES.map((piece) => [
			JSON.stringify(piece),
			(length: number) => `a${piece.repeat(length / piece.length)}${END}`,
		]),
	),
	"a beginning of spaces": (length) => `${" ".repeat(length)}${END}`,
	"words that begin alike": (length) =>
		counted(length, (at) => `chee${letters(at)} `),
	"lines that state something": (length) =>
		counted(length, (at) => `In ${at} about ${at} percent died.\n`),
};

function counted(length: number, piece: (at: number) => string): string {
	let text = "";
	for (let at = 0; text.length < length; at += 1) text += piece(at);
	return text;
}

function letters(number: number): string {
	return number
		.toString(26)
		.replace(/\d/g, (digit) => "qrstuvwxyz"[+digit] ?? "");
}

const TIMES = 4;
const LARGE = 10_000;
const SMALL = LARGE / TIMES;
/** Linear work is as much on one large text as on TIMES small ones, quadratic work TIMES as much. */
const MOST_GROWTH = 2.25;
/** Less is noise, and no work that is worth a thought. */
const LEAST_WORK_MS = 20;
/** The least of several counts: a compiler and a collector work beside the first ones. */
const TRIES = 8;

type Read = (text: string) => unknown;

/** Milliseconds of this process, which others on the machine do not lengthen. */
function workOf(read: Read, text: string, times = 1): number {
	const before = process.cpuUsage();
	for (let time = 0; time < times; time += 1) {
		try {
			read(text);
		} catch (error) {
			// A refusal is an answer; a stack that overflowed is not.
			if (error instanceof RangeError) throw error;
		}
	}
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1_000;
}

/** How many times the work of TIMES small texts the large one is; 0 where it is too little to tell. */
function growthOf(read: Read, generate: (length: number) => string): number {
	const [small, large] = [generate(SMALL), generate(LARGE)];
	let parted = Number.POSITIVE_INFINITY;
	let whole = Number.POSITIVE_INFINITY;
	for (let tries = 0; tries < TRIES; tries += 1) {
		whole = Math.min(whole, workOf(read, large));
		if (whole < LEAST_WORK_MS) return 0;
		parted = Math.min(parted, workOf(read, small, TIMES));
		if (whole <= parted * MOST_GROWTH) break;
	}
	return whole / parted;
}

describe("the work on a text that others wrote", () => {
	it.each(Object.keys(READERS))("grows with its length: %s", (name) => {
		const read = READERS[name] as Read;
		const steep = Object.entries(GENERATORS).flatMap(([of, generate]) => {
			const growth = growthOf(read, generate);
			return growth > MOST_GROWTH ? [`${of}: ${growth.toFixed(1)}`] : [];
		});
		expect(steep).toEqual([]);
	});
});

describe("a text in a normalisation form", () => {
	it("keeps thirty marks of a run, in every form", () => {
		for (const form of ["NFC", "NFD", "NFKC", "NFKD"] as const) {
			const marks = "\u0331".repeat(30);
			expect(normalizeText(`x${marks}\u0331\u0332y`, form)).toBe(`x${marks}y`);
			expect(normalizeText(`x${marks}`, form)).toBe(`x${marks}`);
			const once = normalizeText("e\u0323\u0301".repeat(40), form);
			expect(once).toBe("e\u0323\u0301".repeat(40).normalize(form));
		}
	});

	it("comes from one function, which bounds it", () => {
		const root = fileURLToPath(new URL("../..", import.meta.url));
		const found = ["worker", "durable-objects", "web"]
			.flatMap((folder) =>
				readdirSync(`${root}/${folder}`, { recursive: true }).map(
					(path) => `${folder}/${path}`,
				),
			)
			.filter((path) => /\.tsx?$/.test(path))
			.filter((path) =>
				readFileSync(`${root}/${path}`, "utf8").includes(".normalize("),
			);
		expect(found).toEqual(["worker/text/normalize.ts"]);
	});
});
