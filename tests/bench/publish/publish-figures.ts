import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { layout } from "#scripts/layout.ts";
import type { Measured } from "../measure-all.ts";
import { drawGrowth } from "./draw-growth.ts";
import { figuresTable } from "./figures-table.ts";
import { MEASURED } from "./measured-file.ts";

const README = join(layout.root, "README.md");
const PICTURE = join(layout.root, "docs/scaling.svg");
const BEGIN = "<!-- figures: npm run bench -- --write -->";
const END = "<!-- figures end -->";

/** Puts the figures into the README's table and its picture. Throws where the README has no place for them. */
export async function publishFigures(measured: Measured): Promise<void> {
	const readme = await readFile(README, "utf8");
	const [begin, end] = [readme.indexOf(BEGIN), readme.indexOf(END)];
	if (begin === -1 || end < begin)
		throw new Error(`The README has no place for them: ${BEGIN}, ${END}.`);
	const before = readme.slice(0, begin + BEGIN.length);
	await writeFile(
		README,
		`${before}\n\n${figuresTable(measured)}\n\n${readme.slice(end)}`,
	);
	const growth = Object.values(measured.outcomes).flatMap((it) => it.growth);
	await writeFile(PICTURE, drawGrowth(growth));
	// In the form that the project's check asks of every file.
	const biome = join(layout.root, "node_modules/.bin/biome");
	const files = [README, PICTURE, MEASURED];
	execFileSync(process.execPath, [biome, "format", "--write", ...files], {
		cwd: layout.root,
		stdio: "ignore",
	});
}
