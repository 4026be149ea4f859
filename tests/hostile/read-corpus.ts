import { readdir, readFile, stat } from "node:fs/promises";
import { extname, join } from "node:path";
import type { HostileClass } from "./seeds.ts";

export type Corpus = Record<HostileClass, string[]>;

/** Longer texts are cut, since every field's limit is far lower. */
const MAX_TEXT_CHARS = 100_000;
/** A file of a parser test suite with one case per file. */
const PARSER_CASE = /^[yni]_.*\.json$/;
/** A file with a larger share of broken characters is not text. */
const MAX_BROKEN_SHARE = 0.1;
const BROKEN = /[\p{Cc}\u{fffd}]/gu;

/** The class for a word in the file's name; the first match counts. */
const CLASS_WORDS: [RegExp, HostileClass][] = [
	[/ssrf|metadata|gopher/i, "SSRF addresses"],
	[/xss|html|markdown|script|purify|svg/i, "XSS"],
	[/inject|trust|bipia|jailbreak|prompt|cyber|hijack|attack/i, "prompt injections"],
];

/**
 * The texts of a folder's files by class: JSON strings, CSV cells, whole parser test files, or
 * lines.
 */
export async function readCorpus(folder: string): Promise<Corpus> {
	const corpus: Corpus = {
		"bad strings": [],
		XSS: [],
		"SSRF addresses": [],
		"malformed JSON": [],
		"prompt injections": [],
	};
	for (const path of await filesOf(folder)) {
		const name = path.slice(path.lastIndexOf("/") + 1);
		if (PARSER_CASE.test(name)) {
			corpus["malformed JSON"].push(await readFile(path, "latin1"));
			continue;
		}
		const file = await readFile(path, "utf8");
		const broken = file.replace(/\s+/gu, "").match(BROKEN)?.length ?? 0;
		if (broken > file.length * MAX_BROKEN_SHARE) continue;
		const texts = textsOf(file, extname(path));
		const found = CLASS_WORDS.find(([word]) => word.test(name));
		const kind = found?.[1] ?? "bad strings";
		for (const text of texts) corpus[kind].push(text.slice(0, MAX_TEXT_CHARS));
	}
	return corpus;
}

async function filesOf(folder: string): Promise<string[]> {
	const names = (await readdir(folder)).sort();
	const paths = await Promise.all(
		names.map(async (name) => {
			const path = join(folder, name);
			return (await stat(path)).isDirectory() ? filesOf(path) : [path];
		}),
	);
	return paths.flat();
}

function textsOf(file: string, type: string): string[] {
	if (type === ".json") return stringsIn(parsed(file) ?? [file]);
	const lines = file.split(/\r?\n/).filter((line) => line.trim() !== "");
	if (type === ".jsonl" || type === ".ndjson")
		return lines.flatMap((line) => stringsIn(parsed(line) ?? [line]));
	if (type === ".csv") return lines.flatMap(cellsOf);
	return lines.filter((line) => !line.startsWith("# "));
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** Every string of a JSON value, at any depth. */
function stringsIn(value: unknown): string[] {
	if (typeof value === "string") return [value];
	if (typeof value !== "object" || value === null) return [];
	return Object.values(value).flatMap(stringsIn);
}

function cellsOf(line: string): string[] {
	return [...line.matchAll(/"((?:[^"]|"")*)"|[^,]+/g)].map(
		([whole, quoted]) => quoted?.replaceAll('""', '"') ?? whole,
	);
}
