import { writeFile } from "node:fs/promises";
import { buildIfStale } from "#scripts/build.ts";
import { readCommandLine, refuse } from "#tests/support/world/command-line.ts";
import { measureAll } from "./measure-all.ts";
import type { Size } from "./outcome.ts";
import { readMeasured, writeMeasured } from "./publish/measured-file.ts";
import { publishFigures } from "./publish/publish-figures.ts";
import { ALL, SUBJECTS } from "./subjects.ts";

/** Measures what is named, or all of it, and fails where an aim is missed. */

const USAGE = `npm run bench -- [NAME ...] [--short | --large] [--json FILE] [--write]
npm run bench -- plot
  NAME     ${Object.keys(SUBJECTS).join(", ")}; without one, all but vitals, extension and crowd
  --json   keeps the figures in a file
  --write  without names, puts them into docs/performance.md and its picture: those of one run
  plot     draws those that were put there last once more`;

const { values, positionals } = readCommandLine(USAGE, {
	allowPositionals: true,
	options: {
		short: { type: "boolean", default: false },
		large: { type: "boolean", default: false },
		write: { type: "boolean", default: false },
		json: { type: "string" },
	},
});
const { short, large, write, json } = values;
const size: Size = short ? "short" : large ? "large" : "usual";

if (positionals.includes("plot")) await publishFigures(await readMeasured());
else await measure();

async function measure(): Promise<void> {
	const names = positionals.length ? positionals : ALL;
	const unknown = names.filter((name) => !Object.hasOwn(SUBJECTS, name));
	if (unknown.length)
		refuse(`"${unknown[0]}" is not measured; ${Object.keys(SUBJECTS).join(", ")} are.`);
	if (write && (positionals.length > 0 || size === "short"))
		refuse("What is written is all of it, at its usual size or large.");
	await buildIfStale();
	const measured = await measureAll(names, size, async (soFar) => {
		if (json) await writeFile(json, JSON.stringify(soFar, null, "\t"));
	});
	if (write) {
		await writeMeasured(measured);
		await publishFigures(measured);
	}
	const missed = Object.entries(measured.outcomes).flatMap(([name, outcome]) =>
		outcome.missed.map((text) => `${name}: ${text}`),
	);
	for (const line of missed) console.error(line);
	process.exitCode = missed.length ? 1 : 0;
}
