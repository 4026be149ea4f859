import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");

/** The number of level 1 and 2 requirements in each section of ASVS 5.0.0; they come first in it. */
const SECTIONS: Record<string, number[]> = {
	1: [2, 9, 11, 3, 2],
	2: [3, 3, 4, 1],
	3: [0, 2, 4, 6, 5, 0, 2],
	4: [3, 1, 2, 4],
	5: [1, 3, 2, 3],
	6: [3, 12, 4, 4, 5, 3, 0, 4],
	7: [3, 4, 2, 5, 2, 2],
	8: [2, 3, 1, 1],
	9: [3, 4],
	10: [2, 2, 4, 11, 5, 2, 3],
	11: [2, 3, 3, 4, 1, 1],
	12: [3, 2, 4],
	13: [1, 5, 2, 5],
	14: [2, 4, 3],
	15: [3, 3, 7],
	16: [1, 5, 4, 3, 3],
	17: [1, 4, 2],
};

const required = Object.entries(SECTIONS).flatMap(([chapter, counts]) =>
	counts.flatMap((count, at) => ids(`${chapter}.${at + 1}`, 1, count)),
);

function ids(section: string, from: number, to: number): string[] {
	return Array.from({ length: to - from + 1 }, (_, at) => `${section}.${from + at}`);
}

/** Expands "1.2.5–8, 1.3.1" to single ids. */
function expand(list: string): string[] {
	return list.split(", ").flatMap((part) => {
		const [from = "", last] = part.split("–");
		const [chapter, section, first] = from.split(".");
		return ids(`${chapter}.${section}`, Number(first), Number(last ?? first));
	});
}

const document = readFileSync(join(ROOT, "docs/security.md"), "utf8");
const rows = document
	.slice(document.indexOf("## OWASP ASVS"))
	.split("\n")
	.flatMap((line) => {
		const [, listed, text = ""] = /^- \*\*([\d., –]+)\*\*: (.+)$/.exec(line) ?? [];
		return listed ? [{ listed, text }] : [];
	});
/** A file in a folder of tests/, without its ending. */
const TEST = /`(\w[\w-]*\/[^`.]+)`/g;

describe("the list of ASVS requirements in docs/security.md", () => {
	it("has each requirement of levels 1 and 2 exactly once", () => {
		expect(required).toHaveLength(253);
		const ids_listed = rows.flatMap(({ listed }) => expand(listed));
		expect(ids_listed.toSorted()).toEqual(required.toSorted());
	});

	it("names only tests that exist", () => {
		const names = rows.flatMap(({ text }) => [...text.matchAll(TEST)].map(([, name]) => name));
		expect(names.length).toBeGreaterThan(100);
		const missing = names.filter(
			(name) =>
				!["ts", "tsx"].some((ending) => existsSync(join(ROOT, `tests/${name}.test.${ending}`))),
		);
		expect(missing).toEqual([]);
	});
});
