import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
	BOUNDS,
	DIGEST_LIST,
	digestOf,
	loadPlainSet,
	loadPublicSet,
	PUBLIC_SETS,
	SetError,
} from "#tests/eval/load-set.ts";
import { OWN_STATEMENTS } from "#tests/eval/own/run-own-set.ts";

let folder = "";
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "eval-set-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function put(name: string, ...lines: unknown[]): string {
	const text = lines.map((it) => `${typeof it === "string" ? it : JSON.stringify(it)}\n`).join("");
	const file = join(folder, name);
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, text);
	return file;
}

/** As an operator does after making sure that the file is the right one. */
function record(file: string, text: string): void {
	const name = file.split("/").at(-1);
	writeFileSync(
		join(dirname(file), DIGEST_LIST),
		`${"0".repeat(64)}  another.jsonl\n${digestOf(text)}  ${name}\n`,
	);
}

const CLAIM = {
	id: "a1",
	category: "Sports",
	correct_votes: 1,
	text: "The tower was finished after the war.",
	label: "REFUTES",
	wikipedia_page: "Old Tower (Corr)",
	gold_evidence: [{ section_header: "History", text: "It was finished in 1911." }],
	retrieved_evidence: [
		{ section_header: "History", text: "The tower burnt down once." },
		{ section_header: "History", text: "It was finished in 1911." },
	],
	total_likes: 0,
};
const CITED = {
	label: "partially_supported",
	supporting_sentences: [
		[0, 2],
		[2, 1],
	],
	claim: "The museum opened in 1990 and has two floors.",
	evidence: ["It opened in 1990.", "Entry is free.", "It has a cafe.", "Bye."],
	meta: { id: "dev1", claim_title: "A museum" },
};

describe("a public set", () => {
	it("is read as Fool Me Twice publishes it", () => {
		const file = put("dataset/train.jsonl", CLAIM);
		record(file, `${JSON.stringify(CLAIM)}\n`);
		const { statements, digest } = loadPublicSet("fm2", "train", folder);
		expect(digest).toBe("recorded");
		expect(statements).toMatchObject([
			{
				id: "a1",
				label: "refuted",
				said_on: null,
				statement: CLAIM.text,
				pages: [
					{
						url: "https://en.wikipedia.org/wiki/Old_Tower_(Corr)",
						text: "It was finished in 1911.\n\nThe tower burnt down once.",
						gold: "It was finished in 1911.",
					},
				],
			},
		]);
	});

	it("is read as WiCE publishes it; what its article leaves open has no right verdict", () => {
		const lines = [
			CITED,
			{ ...CITED, label: "not_supported", supporting_sentences: [], meta: { id: "dev2" } },
			{ ...CITED, label: "supported", meta: { id: "dev3" } },
		];
		const file = put("train.jsonl", ...lines);
		record(file, lines.map((it) => `${JSON.stringify(it)}\n`).join(""));
		const { statements } = loadPublicSet("wice", "train", folder);
		expect(statements.map(({ label }) => label)).toEqual(["unverified", "unverified", "supported"]);
		expect(statements.map(({ pages }) => pages[0]?.gold)).toEqual([
			"It opened in 1990.\n\nEntry is free.\n\nIt has a cafe.",
			null,
			"It opened in 1990.\n\nEntry is free.\n\nIt has a cafe.",
		]);
	});

	it("says which file is missing and where it is published", () => {
		expect(() => loadPublicSet("fm2", "dev", folder)).toThrow(
			`There is neither ${folder}/dataset/dev.jsonl nor ${folder}/dev.jsonl. Download dataset/dev.jsonl from https://github.com/google-research/fool-me-twice.`,
		);
	});

	it("is refused if its file is not the published one", () => {
		put("dev.jsonl", CLAIM);
		expect(() => loadPublicSet("fm2", "dev", folder)).toThrow(`not ${PUBLIC_SETS.fm2.digests.dev}`);
	});

	it("is refused if neither this project nor the operator knows its digest", () => {
		put("train.jsonl", CLAIM);
		expect(() => loadPublicSet("fm2", "train", folder)).toThrow(
			`sha256sum train.jsonl >> ${DIGEST_LIST}`,
		);
	});

	it("is refused if the file has changed since its digest was recorded", () => {
		record(put("train.jsonl", CLAIM), "other");
		expect(() => loadPublicSet("fm2", "train", folder)).toThrow("is not the recorded file");
	});
});

const PLAIN = {
	id: "1",
	statement: "The tower is 40 metres high.",
	label: "supported",
	pages: [{ url: "https://towers.example/corr", text: "It is 40 metres high." }],
};

describe("a set in the plain form", () => {
	it("can be what the own set is written in", () => {
		const file = put("own.jsonl", ...OWN_STATEMENTS);
		const { statements, digest } = loadPlainSet(file);
		expect(statements).toEqual(OWN_STATEMENTS);
		expect(digest).toBe("unchecked");
	});

	it("fills in what a line leaves out, and skips empty lines", () => {
		const file = put("plain.jsonl", PLAIN, "", { ...PLAIN, id: "2" });
		expect(loadPlainSet(file).statements).toMatchObject([
			{ id: "1", said_on: null, language: null, transcript: "" },
			{ id: "2", pages: [{ published_at: null, gold: null }] },
		]);
	});

	it("is checked against a digest that the operator recorded", () => {
		const file = put("plain.jsonl", PLAIN);
		record(file, `${JSON.stringify(PLAIN)}\n`);
		expect(loadPlainSet(file).digest).toBe("recorded");
		record(file, "another file");
		expect(() => loadPlainSet(file)).toThrow("is not the recorded file");
	});

	it.each([
		["no JSON", "{", "line 2 is not JSON."],
		["an unknown label", { ...PLAIN, label: "true" }, "line 2: label: "],
		["an unknown field", { ...PLAIN, verdict: "x" }, "line 2: the line: "],
		["no statement", { ...PLAIN, statement: " " }, "line 2: statement: "],
		["a day in words", { ...PLAIN, said_on: "May 1" }, "a day is written"],
		[
			"a page with an address that is none",
			{ ...PLAIN, pages: [{ url: "ftp://x.example", text: "a" }] },
			"line 2: pages.0.url: ",
		],
		[
			"a page without text",
			{ ...PLAIN, pages: [{ url: "https://x.example" }] },
			"line 2: pages.0: a page has either text or html.",
		],
		["an id twice", PLAIN, "line 2: the id 1 occurs twice."],
	])("names the line that has %s", (_, line, message) => {
		const file = put("plain.jsonl", PLAIN, line);
		const load = () => loadPlainSet(file);
		expect(load).toThrow(SetError);
		expect(load).toThrow(message);
	});

	it("is refused if the file is missing, empty, a folder or too large", () => {
		const load = (name: string, bounds = BOUNDS) => {
			return () => loadPlainSet(join(folder, name), bounds);
		};
		expect(load("none.jsonl")).toThrow("There is no file");
		put("empty.jsonl", "");
		expect(load("empty.jsonl")).toThrow("has no statements");
		expect(load(".")).toThrow("is not a file");
		put("large.jsonl", PLAIN, { ...PLAIN, id: "2" });
		expect(load("large.jsonl", { ...BOUNDS, file_bytes: 100 })).toThrow("at most 100 are read");
		expect(load("large.jsonl", { ...BOUNDS, line_chars: 50 })).toThrow("line 1 has");
		expect(load("large.jsonl", { ...BOUNDS, statements: 1 })).toThrow("has more than 1 statements");
	});
});
