import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { brokenRules } from "./import-rules.ts";
import { layout } from "./layout.ts";
import { readImports } from "./read-imports.ts";
import { resolveImport } from "./resolve-import.ts";

/** Prints every import that breaks a rule, and fails if there is one. */

const folders = ["web", "worker", "durable-objects", "scripts", "tests"];
const is_source = /\.(ts|tsx|mjs)$/;

const package_json = JSON.parse(
	await readFile(join(layout.root, "package.json"), "utf8"),
);

async function sourcesIn(folder: string): Promise<string[]> {
	const names = await readdir(join(layout.root, folder), { recursive: true });
	return names
		.map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
		.filter((path) => is_source.test(path) && !path.endsWith(".d.mts"));
}

async function complaintsAbout(from: string): Promise<string[]> {
	const source = await readFile(join(layout.root, from), "utf8");
	return readImports(from, source).flatMap(({ specifier, type_only }) => {
		const to = resolveImport(from, specifier, package_json.imports);
		return brokenRules({ from, to, type_only }).map(
			(rule) => `${from}: "${specifier}": ${rule}`,
		);
	});
}

const sources = (await Promise.all(folders.map(sourcesIn))).flat();
const complaints = (await Promise.all(sources.map(complaintsAbout))).flat();
for (const complaint of complaints) console.error(complaint);
console.log(`Checked the imports of ${sources.length} files.`);
process.exitCode = complaints.length > 0 ? 1 : 0;
