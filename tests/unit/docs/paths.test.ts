import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");

/** The folders that documents write about; the build's and the installed files are not ours. */
const FOLDERS = ["docs", "durable-objects", "extension", "migrations", "scripts", "tests", "web"];

const FILES = [
	...readdirSync(ROOT),
	...[...FOLDERS, "worker"].flatMap((folder) =>
		readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map(
			(path) => `${folder}/${path}`,
		),
	),
];
const paths = new Set(FILES);
const names = new Set(FILES.map((path) => basename(path)));

/** A file's name, with or without the folders that lead to it; files of the worker may omit it. */
const FILE = /^(?:[\w.-]+\/)*[\w.-]+\.(?:tsx?|mjs|js|css|json|toml|md|svg)$/;

function isThere(path: string): boolean {
	if (!path.includes("/")) return names.has(path);
	const ending = `/${path}`;
	return paths.has(path) || FILES.some((file) => file.endsWith(ending));
}

const DOCUMENTS = FILES.filter((path) => /^(?:docs\/)?[^/]+\.md$/.test(path));

describe("the files that a document names", () => {
	it.each(DOCUMENTS.filter((path) => path !== "CHANGELOG.md"))("exist: %s", (path) => {
		const text = readFileSync(join(ROOT, path), "utf8");
		const named = [...text.matchAll(/`([^`\s]+)`/g)].map(([, name = ""]) => name);
		expect(named.filter((name) => FILE.test(name) && !isThere(name))).toEqual([]);
	});
});
