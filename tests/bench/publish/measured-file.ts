import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { layout } from "#scripts/layout.ts";
import type { Measured } from "../measure-all.ts";

/** The figures that the README shows. */
export const MEASURED = join(layout.root, "docs/measured.json");

export async function readMeasured(): Promise<Measured> {
	return JSON.parse(await readFile(MEASURED, "utf8")) as Measured;
}

/** Keeps what was measured earlier of the subjects that were not measured now. */
export async function writeMeasured(measured: Measured): Promise<Measured> {
	const earlier = await readMeasured().catch(() => null);
	const outcomes = { ...earlier?.outcomes, ...measured.outcomes };
	const whole = { ...measured, outcomes };
	await writeFile(MEASURED, `${JSON.stringify(whole, null, "\t")}\n`);
	return whole;
}
