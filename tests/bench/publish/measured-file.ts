import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { layout } from "#scripts/layout.ts";
import type { Measured } from "../measure-all.ts";

/** The figures that docs/performance.md shows. */
export const MEASURED = join(layout.root, "docs/measured.json");

export async function readMeasured(): Promise<Measured> {
	return JSON.parse(await readFile(MEASURED, "utf8")) as Measured;
}

export async function writeMeasured(measured: Measured): Promise<void> {
	await writeFile(MEASURED, `${JSON.stringify(measured, null, "\t")}\n`);
}
