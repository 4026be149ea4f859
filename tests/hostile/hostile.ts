import { parseArgs } from "node:util";
import { buildIfStale } from "#scripts/build-if-stale.ts";
import { startBrowser } from "#tests/support/browser.ts";
import { type HostileTexts, sampled } from "./hostile-world.ts";
import { readCorpus } from "./read-corpus.ts";
import { runHostile } from "./run-hostile.ts";
import { CLASSES, type HostileClass, SEEDS } from "./seeds.ts";
import { EVERY_PAGE } from "./through-screens.ts";

/**
 * `npm run hostile -- [FOLDER] [--seed N] [--only WORD] [--cases N] [--api-cases N]`: sends hostile
 * texts everywhere where the product takes text, and ends with 1 where
 * something came of them. FOLDER holds files of texts (.txt .json .jsonl .csv,
 * or a parser suite's y_ n_ i_ files); without it the project's own are sent.
 */

/** Of each class; both together fit ten minutes on two cores. */
const CASES = 45;
const API_CASES = 6;
const SHOWN_FINDINGS = 40;

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		seed: { type: "string", default: "1" },
		only: { type: "string", default: "" },
		cases: { type: "string", default: String(CASES) },
		"api-cases": { type: "string", default: String(API_CASES) },
	},
});
const [folder] = positionals;
const corpus = folder === undefined ? SEEDS : await readCorpus(folder);
const wanted = CLASSES.filter((kind) =>
	kind.toLowerCase().includes(values.only.toLowerCase()),
);
if (wanted.length === 0)
	throw new Error(`"${values.only}" is none of ${CLASSES.join(", ")}.`);
const texts = Object.fromEntries(
	CLASSES.map((kind) => [
		kind,
		wanted.includes(kind)
			? sampled(corpus[kind], Number(values.cases), Number(values.seed))
			: [],
	]),
) as HostileTexts;
for (const kind of wanted)
	console.log(
		`${kind}: ${texts[kind].length} of ${corpus[kind].length} texts, seed ${values.seed}`,
	);

await buildIfStale(["worker", "web"]);
const began = performance.now();
const browser = await startBrowser();
const findings = await runHostile({
	texts,
	api_cases: Object.fromEntries(
		CLASSES.map((kind) => [kind, Number(values["api-cases"])]),
	) as Record<HostileClass, number>,
	browser,
	shown: EVERY_PAGE,
	say: (what) => console.log(what),
});
await browser.close();
for (const line of findings.table()) console.log(line);
for (const { kind, field, text, what } of findings.all.slice(0, SHOWN_FINDINGS))
	console.log(
		`${kind} · ${field} · ${what.slice(0, 300)} · ${JSON.stringify(text.slice(0, 120))}`,
	);
const seconds = Math.round((performance.now() - began) / 1_000);
console.log(
	`${findings.all.length} findings in ${seconds} s${folder ? ` from ${folder}` : ""}`,
);
process.exitCode = findings.all.length === 0 ? 0 : 1;
