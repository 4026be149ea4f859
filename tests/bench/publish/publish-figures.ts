import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { layout } from "#scripts/layout.ts";
import type { Measured } from "../measure-all.ts";
import { drawGrowth } from "./draw-growth.ts";
import { figuresTable } from "./figures-table.ts";
import { MEASURED } from "./measured-file.ts";

const PERFORMANCE = join(layout.root, "docs/performance.md");
const PICTURE = join(layout.root, "docs/scaling.svg");
const BEGIN = "<!-- figures: npm run bench -- --write -->";
const END = "<!-- figures end -->";

/** Puts the figures into docs/performance.md and draws its picture. Throws if the page has no place for them. */
export async function publishFigures(measured: Measured): Promise<void> {
	const page = await readFile(PERFORMANCE, "utf8");
	const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
	if (begin === -1 || end < begin)
		throw new Error(`docs/performance.md has no place for them: ${BEGIN}, ${END}.`);
	const before = page.slice(0, begin + BEGIN.length);
	await writeFile(PERFORMANCE, `${before}\n\n${figuresTable(measured)}\n\n${page.slice(end)}`);
	const growth = Object.values(measured.outcomes).flatMap((it) => it.growth);
	await writeFile(PICTURE, drawGrowth(growth));
	// In the form that the project's check asks of every file.
	const biome = join(layout.root, "node_modules/.bin/biome");
	const files = [PERFORMANCE, PICTURE, MEASURED];
	execFileSync(process.execPath, [biome, "format", "--write", ...files], {
		cwd: layout.root,
		stdio: "ignore",
	});
}
