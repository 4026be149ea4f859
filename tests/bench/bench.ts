import { writeFile } from "node:fs/promises";
import { buildIfStale } from "#scripts/build.ts";
import { readCommandLine, refuse } from "#scripts/command-line.ts";
import { measureAll } from "./measure-all.ts";
import type { Size } from "./outcome.ts";
import { publishFigures } from "./publish-figures.ts";
import { ALL, SUBJECTS } from "./subjects.ts";

/** Measures what is named, or all of it, and fails where an aim is missed. */

const USAGE = `npm run bench -- [NAME ...] [--short | --large] [--json FILE] [--write]
  NAME     ${Object.keys(SUBJECTS).join(", ")}; without one, all but vitals, extension and crowd
  --json   keeps the figures in a file
  --write  without names, puts them into docs/performance.md: those of one run`;

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
if (write) await publishFigures(measured);
const missed = Object.entries(measured.outcomes).flatMap(([name, outcome]) =>
	outcome.missed.map((text) => `${name}: ${text}`),
);
for (const line of missed) console.error(line);
process.exitCode = missed.length ? 1 : 0;
