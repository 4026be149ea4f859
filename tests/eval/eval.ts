import { writeFile } from "node:fs/promises";
import { PROVIDERS } from "#contract/providers.ts";
import { buildIfStale } from "#scripts/build.ts";
import { layout } from "#scripts/layout.ts";
import { mergeEnvironment, readEnvFile } from "#scripts/server/environment.ts";
import { countOf, readCommandLine, refuse } from "#tests/support/world/command-line.ts";
import { evaluateAnswers } from "./answers.ts";
import { evaluate, type Options, SETS } from "./evaluate.ts";
import { isDay } from "./evaluation-set.ts";
import { SetError } from "./load-set.ts";
import { runOwnSet } from "./own/run-own-set.ts";
import { measureOwn, RESULTS_FILE } from "./own-results.ts";
import { showAnswers, showChoice, showSet } from "./print.ts";
import { MissingAnswer } from "./recorded-calls.ts";

/** Measures how often the product is right on a labelled set. docs/accuracy.md defines the figures. */

const USAGE = `npm run eval
npm run eval -- --write
npm run eval -- --set NAME [--data PATH] [--split NAME] [--evidence MODE] [--panel IDS]
                [--limit N] [--as-of DAY] [--seed N] [--at-once N] [--record FILE] [--json FILE]
npm run eval -- --replay FILE [--data PATH] [--json FILE]
npm run eval -- --answers FILE [--seed N] [--json FILE]

Without --set: the own set with scripted raters, and the sentence heuristic, without any call.
  --write     puts those results into ${RESULTS_FILE}, which /accuracy shows
  --set       ${SETS.join(", ")}
  --data      the folder of a public set, or the file of a plain one
  --split     of a public set: dev (the default), test, train
  --evidence  fixed: the set's pages (the default); gold: what people marked in them;
              live: search the web; none: rate from memory
  --panel     ${PROVIDERS.join(",")} with commas: those of the environment and .env
  --limit     the first N statements
  --as-of     the day on which statements are checked, YYYY-MM-DD (today)
  --seed      of the bootstrap and of the questions (1)
  --at-once   statements at once (4)
  --record    keeps each answer in FILE, and asks for none that is there
  --replay    repeats a recorded run without a single call
  --answers   recorded answers of a model: measures every rule that comes after an answer
  --json      writes the result to FILE`;

const { values } = readCommandLine(USAGE, {
	options: {
		set: { type: "string" },
		data: { type: "string" },
		split: { type: "string", default: "dev" },
		evidence: { type: "string", default: "fixed" },
		panel: { type: "string" },
		limit: { type: "string" },
		"as-of": { type: "string" },
		seed: { type: "string", default: "1" },
		"at-once": { type: "string", default: "4" },
		record: { type: "string" },
		replay: { type: "string" },
		answers: { type: "string" },
		json: { type: "string" },
		write: { type: "boolean", default: false },
	},
});

try {
	const result = await measure();
	if ("own_confidence" in result) {
		console.log(showAnswers(result, `The answers in ${values.answers}`));
	} else if ("own" in result) {
		console.log(showSet(result.own.result, "The own set, scripted raters"));
		console.log(showChoice(result.heuristic, "The sentence heuristic"));
		if (values.write) await writeJson(RESULTS_FILE, result);
	} else if ("choice" in result) {
		console.log(showChoice(result.choice, "The choice of statements"));
	} else console.log(showSet(result.result, `The set ${result.run.set}`));
	if (values.json) await writeJson(values.json, result);
} catch (error) {
	if (error instanceof SetError || error instanceof MissingAnswer) refuse(error.message);
	throw error;
}

async function measure() {
	if (values.answers !== undefined) {
		if (values.set || values.replay || values.write)
			refuse("--answers goes with --seed and --json alone.");
		return evaluateAnswers(values.answers, countOf("seed", values.seed));
	}
	if (values.evidence === "live") await buildIfStale(["pdf_reader"]);
	if (values.set || values.replay) return evaluate(readOptions(), progress);
	return measureOwn(await runOwnSet());
}

function readOptions(): Options {
	const { set = "own", split, evidence, replay, record } = values;
	const as_of = values["as-of"] ?? new Date().toISOString().slice(0, 10);
	if (!isOneOf(SETS, set)) return refuse(`There is no set "${set}"; there are ${SETS.join(", ")}.`);
	const modes = ["none", "fixed", "gold", "live"] as const;
	if (!isOneOf(modes, evidence))
		return refuse(`--evidence takes ${modes.join(", ")}, not "${evidence}".`);
	if (!/^[a-z0-9_-]{1,40}$/i.test(split)) return refuse(`--split takes a name, not "${split}".`);
	if (!isDay(as_of)) return refuse(`--as-of takes a day, not "${as_of}".`);
	if (replay && record) return refuse("--replay makes no calls that --record could keep.");
	if (values.write) return refuse("--write goes with no other set.");
	return {
		set,
		split,
		evidence,
		as_of,
		data: values.data ?? null,
		panel: values.panel?.split(",").map((it) => it.trim()) ?? null,
		limit: values.limit ? countOf("limit", values.limit) : null,
		seed: countOf("seed", values.seed),
		at_once: Math.max(1, countOf("at-once", values["at-once"])),
		record: record ?? null,
		replay: replay ?? null,
		environment: mergeEnvironment(readEnvFile(layout.envFile), process.env),
	};
}

function isOneOf<const T extends string>(all: readonly T[], value: string): value is T {
	return (all as readonly string[]).includes(value);
}

function progress(done: number, all: number): void {
	if (done % 25 === 0 || done === all) console.error(`${done} of ${all}`);
}

async function writeJson(file: string, value: unknown): Promise<void> {
	await writeFile(file, `${JSON.stringify(value, null, "\t")}\n`);
}
