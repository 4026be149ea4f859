import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import * as z from "zod";
import { buildIfStale } from "../build.ts";
import { layout } from "../layout.ts";
import { isMain } from "../server/process.ts";

/**
 * The part of Vite's manifest that lists a page's files; paths are relative to the output folder.
 */
export const Manifest = z.record(
	z.string(),
	z.object({ file: z.string(), imports: z.array(z.string()).default([]) }),
);
export type Manifest = z.infer<typeof Manifest>;

/** `weight` and `limit` in compressed bytes. */
type Weight = { name: string; weight: number; limit: number };

const KB = 1000;
const FIRST_ROUTE = 108 * KB;
const RESULTS_MORE = 40 * KB;
const PAGE_ITSELF = 15 * KB;

const ENTRY = "index.html";
const RESULTS = "features/reports/results-page.tsx";
/** The page without its content; the early scripts and the styles are in it. */
const PAGE = "index.html";

/** The chunk and its static imports, all of which must be loaded before it runs. */
function staticImports(manifest: Manifest, key: string, seen = new Set<string>()): Set<string> {
	if (seen.has(key)) return seen;
	const chunk = manifest[key];
	if (chunk === undefined) throw new Error(`The manifest has no "${key}": was it renamed?`);
	seen.add(key);
	for (const imported of chunk.imports) staticImports(manifest, imported, seen);
	return seen;
}

/**
 * Compares the routes' weights with their budgets. `weigh` returns the compressed bytes of an
 * output file. Throws if the manifest lacks one of the two pages.
 */
export function weighRoutes(manifest: Manifest, weigh: (file: string) => number): Weight[] {
	const sum = (files: Iterable<string>) =>
		[...new Set(files)].reduce((total, file) => total + weigh(file), 0);
	const listFiles = (keys: Iterable<string>) =>
		[...keys].flatMap((key) => manifest[key]?.file ?? []);
	const first = staticImports(manifest, ENTRY);
	const results = staticImports(manifest, RESULTS);
	const more = [...results].filter((key) => !first.has(key));
	return [
		{ name: "JavaScript of the first route", weight: sum(listFiles(first)), limit: FIRST_ROUTE },
		{ name: "more of it on results", weight: sum(listFiles(more)), limit: RESULTS_MORE },
		{ name: "page with its styles", weight: weigh(PAGE), limit: PAGE_ITSELF },
	];
}

/**
 * The compressed bytes that a page needs before it runs. `more` is the part that the first route
 * has not loaded yet.
 */
type PageWeight = { name: string; scripts: number; more: number };

const PAGE_SOURCE = /^features\/(?:.+\/)?([^/]+)-page\.tsx$/;

/** Every page that is loaded on demand, by name. */
export function pageWeights(manifest: Manifest, weigh: (file: string) => number): PageWeight[] {
	const sum = (files: Iterable<string>) =>
		[...new Set(files)].reduce((total, file) => total + weigh(file), 0);
	const chunks = (keys: Iterable<string>) => [...keys].flatMap((key) => manifest[key] ?? []);
	const first = staticImports(manifest, ENTRY);
	return Object.keys(manifest)
		.flatMap((key) => {
			const name = PAGE_SOURCE.exec(key)?.[1];
			return name === undefined ? [] : [{ key, name }];
		})
		.sort((a, b) => a.name.localeCompare(b.name))
		.map(({ key, name }) => {
			const needed = new Set([...first, ...staticImports(manifest, key)]);
			const added = [...needed].filter((it) => !first.has(it));
			const files = chunks(needed).map(({ file }) => file);
			return { name, scripts: sum(files), more: sum(chunks(added).map(({ file }) => file)) };
		});
}

/** The weights as lines of a table, which mark those over budget. */
export function weightTable(weights: Weight[]): string[] {
	const kb = (bytes: number) => (bytes / KB).toFixed(1).padStart(6);
	const width = Math.max(...weights.map(({ name }) => name.length));
	return weights.map(
		({ name, weight, limit }) =>
			`${name.padEnd(width)} ${kb(weight)} of ${kb(limit)} KB (gzip)${weight > limit ? "  OVER BUDGET" : ""}`,
	);
}

/** Prints the weights and fails if one is over its budget. */
async function checkBudgets(): Promise<boolean> {
	await buildIfStale(["web"]);
	const manifest = Manifest.parse(JSON.parse(await readFile(layout.webManifest, "utf8")));
	const weights = weighRoutes(
		manifest,
		(file) => gzipSync(readFileSync(join(layout.webOutput, file)), { level: 9 }).byteLength,
	);
	for (const line of weightTable(weights)) console.log(line);
	return weights.every(({ weight, limit }) => weight <= limit);
}

if (isMain(import.meta.url)) process.exitCode = (await checkBudgets()) ? 0 : 1;
