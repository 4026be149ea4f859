import { buildIfStale } from "#scripts/build.ts";
import { countOf, readCommandLine, refuse } from "#scripts/command-line.ts";
import { startBrowser } from "#tests/support/world/browser.ts";
import { type HostileTexts, sampled } from "./hostile-world.ts";
import { readCorpus } from "./read-corpus.ts";
import { runHostile } from "./run-hostile.ts";
import { CLASSES, type HostileClass, SEEDS } from "./seeds.ts";
import { EVERY_PAGE } from "./through-screens.ts";

/** Sends hostile texts to every input of the product, and exits with 1 if there are findings. */

const USAGE = `npm run hostile -- [FOLDER] [--seed N] [--only WORD] [--cases N] [--api-cases N]
  FOLDER       holds files of texts: .json, .jsonl and .csv are taken apart, of a parser suite's
               y_, n_ and i_ files each is a text, and of all others each line; without it the
               project's own texts are sent
  --only       the classes with this word in their name
  --cases      how many texts of a class are taken
  --api-cases  how many of them go through each field of the API`;

/** For each class; both together take less than ten minutes on two cores. */
const CASES = 45;
const API_CASES = 6;
const SHOWN_FINDINGS = 40;

const { values, positionals } = readCommandLine(USAGE, {
	allowPositionals: true,
	options: {
		seed: { type: "string", default: "1" },
		only: { type: "string", default: "" },
		cases: { type: "string", default: String(CASES) },
		"api-cases": { type: "string", default: String(API_CASES) },
	},
});
const [seed, cases, api_cases] = [
	countOf("seed", values.seed),
	countOf("cases", values.cases),
	countOf("api-cases", values["api-cases"]),
];
const [folder] = positionals;
const corpus =
	folder === undefined
		? SEEDS
		: await readCorpus(folder).catch((error: Error) =>
				refuse(`${folder} cannot be read: ${error.message}`),
			);
const wanted = CLASSES.filter((kind) => kind.toLowerCase().includes(values.only.toLowerCase()));
if (wanted.length === 0) refuse(`"${values.only}" is none of ${CLASSES.join(", ")}.`);
if (wanted.every((kind) => corpus[kind].length === 0))
	refuse(`${folder} holds no texts of ${wanted.join(", ")}.`);
const texts = Object.fromEntries(
	CLASSES.map((kind) => [kind, wanted.includes(kind) ? sampled(corpus[kind], cases, seed) : []]),
) as HostileTexts;
for (const kind of wanted)
	console.log(`${kind}: ${texts[kind].length} of ${corpus[kind].length} texts, seed ${seed}`);

await buildIfStale(["worker", "web"]);
const began = performance.now();
const browser = await startBrowser();
const findings = await runHostile({
	texts,
	api_cases: Object.fromEntries(CLASSES.map((kind) => [kind, api_cases])) as Record<
		HostileClass,
		number
	>,
	browser,
	shown: EVERY_PAGE,
	say: (what) => console.log(what),
});
await browser.close();
for (const line of findings.table()) console.log(line);
for (const { kind, field, text, what } of findings.all.slice(0, SHOWN_FINDINGS))
	console.log(`${kind} · ${field} · ${what.slice(0, 300)} · ${JSON.stringify(text.slice(0, 120))}`);
const seconds = Math.round((performance.now() - began) / 1_000);
console.log(`${findings.all.length} findings in ${seconds} s${folder ? ` from ${folder}` : ""}`);
process.exitCode = findings.all.length === 0 ? 0 : 1;
