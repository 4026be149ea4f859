import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseSync } from "@swc/core";
import { analyse } from "scslre";
import { describe, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const FOLDERS = ["worker", "durable-objects", "web"];

/** Patterns that take more than linear time, and what limits the text that they read. */
const BOUNDED: Record<string, string> = {
	"worker/env.ts /\\/+$/": "the operator's setting",
	"worker/features/statements/moment-window.ts /\\S*$/u": "the last 30 characters before a window",
	"worker/features/evidence/shifted-text.ts /(\\p{Sc}|\\b[A-Z]{3})?[\\s\\u00a0]?\\p{Nd}[\\p{Nd}.,]*$/u":
		"the last characters before a sign",
	"worker/features/evidence/shifted-text.ts /[^\\n\\t\\ufdd0\\ufdd5\\ufdd6]*$/":
		"the last characters before a sign",
	"worker/providers/claude.ts /\\/+$/": "the operator's setting",
	"worker/providers/gemini.ts /\\/+$/": "the operator's setting",
	"worker/providers/list-models.ts /\\/+$/": "the operator's setting",
	"worker/contract/format.ts /\\B(?=(\\d{3})+$)/g": "the digits of a number",
	"worker/features/captions/non-speech.ts /\\s*\\n\\s*/gu":
		"between two lines there is one space by then",
	"worker/text/sentences.ts /[\\p{L}\\p{N}][\\p{L}\\p{N}.]*$/u":
		"the last characters before a full stop",
};

type Pattern = { file: string; source: string; flags: string };

/** The regular expression literals of a file. */
function patternsOf(file: string): Pattern[] {
	const source = readFileSync(`${ROOT}/${file}`, "utf8");
	const found: Pattern[] = [];
	const visit = (node: unknown): void => {
		if (typeof node !== "object" || node === null) return;
		if ("type" in node && node.type === "RegExpLiteral") {
			const { pattern, flags } = node as unknown as Record<string, string>;
			found.push({ file, source: pattern ?? "", flags: flags ?? "" });
		}
		for (const part of Object.values(node)) visit(part);
	};
	const tsx = file.endsWith(".tsx");
	visit(parseSync(source, { syntax: "typescript", tsx }));
	return found;
}

function patterns(): Pattern[] {
	return FOLDERS.flatMap((folder) =>
		readdirSync(`${ROOT}/${folder}`, { recursive: true })
			.map((path) => `${folder}/${path}`)
			.filter((path) => /\.tsx?$/.test(path))
			.flatMap(patternsOf),
	);
}

/**
 * Whether backtracking can make the pattern read a text again and again, within one match or from
 * each next character. Decided from the pattern without running it.
 */
function isSuperlinear({ source, flags }: Pick<Pattern, "source" | "flags">) {
	return analyse({ source, flags }).reports.length > 0;
}

describe("isSuperlinear", () => {
	it("finds only the listed patterns in the product", () => {
		const steep = patterns()
			.filter(isSuperlinear)
			.map(({ file, source, flags }) => `${file} /${source}/${flags}`);
		expect([...new Set(steep)].sort()).toEqual(Object.keys(BOUNDED).sort());
	}, 60_000);

	it.each(["^(a+)+$", "a*a*b", "\\s+$", "^(.*)x(.*)x$"])(
		"finds a pattern that is not linear: %s",
		(source) => {
			expect(isSuperlinear({ source, flags: "" })).toBe(true);
		},
	);

	it.each(["^a+$", "(?<!\\s)\\s+$", "[ab]+c?"])("accepts a linear pattern: %s", (source) => {
		expect(isSuperlinear({ source, flags: "" })).toBe(false);
	});
});
