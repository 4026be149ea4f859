import { writeFile } from "node:fs/promises";
import { PROVIDERS } from "#contract/providers.ts";
import { buildIfStale } from "#scripts/build.ts";
import { countOf, readCommandLine, refuse } from "#scripts/command-line.ts";
import { layout } from "#scripts/layout.ts";
import { mergeEnvironment, readEnvFile } from "#scripts/server/environment.ts";
import { compareAccuracy, readEarlier } from "./against.ts";
import { evaluateAnswers } from "./answers.ts";
import { CALIBRATION_FILE, calibrate, calibrationText } from "./calibrate.ts";
import { evaluate, type Options, SETS } from "./evaluate.ts";
import { isDay } from "./evaluation-set.ts";
import { SetError } from "./load-set.ts";
import { runOwnSet } from "./own/run-own-set.ts";
import { measureOwn, RESULTS_FILE } from "./own-results.ts";
import { HALVES, measureTopics, showTopics } from "./pages/topic.ts";
import { TOPICS } from "./pages/topics.ts";
import { showAnswers, showCalibration, showChoice, showSet } from "./print.ts";
import { MissingAnswer } from "./recorded-calls.ts";
import { measureShown, showShown } from "./shown/measure-shown.ts";

/** Measures how often the product is right on a labelled set. docs/accuracy.md defines the figures. */

const USAGE = `npm run eval
npm run eval -- --write
npm run eval -- --set NAME [--data PATH] [--split NAME] [--evidence MODE] [--panel IDS]
                [--limit N] [--as-of DAY] [--seed N] [--at-once N] [--record FILE] [--json FILE]
                [--against FILE]
npm run eval -- --replay FILE [--data PATH] [--json FILE]
npm run eval -- --answers FILE… [--seed N] [--json FILE]
npm run eval -- --calibrate FILE… --model NAME --asked-on DAY [--json FILE]
npm run eval -- --set pages [--data PATH] [--split NAME] [--topic NAME] [--json FILE]
npm run eval -- --set shown [--data PATH] [--json FILE]

Without --set: the own set with scripted raters, and the sentence heuristic, without any call.
  --write     puts those results into ${RESULTS_FILE}, which /accuracy shows
  --set       ${SETS.join(", ")};
              pages: how pages and talk are read, without any model;
              shown: what is read of pages beside what Chromium shows of them
  --data      the folder of a public set, or the file of a plain one; for pages, the folder with
              copies of several public sets; for shown, a folder with HTML files
  --split     of a public set: dev (the default), test, train; for pages: test (the default),
              dev (what the rules were written with), all
  --topic     of pages: only the topics with this in their names
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
  --calibrate fits the confidence to recorded answers, and puts the curves into
              ${CALIBRATION_FILE}
  --model     of --calibrate: the model that answered, as its API names it
  --asked-on  of --calibrate: the day of the questions, YYYY-MM-DD
  --json      writes the result to FILE
  --against   compares with the result that an earlier run wrote; exit code 1: accuracy fell by
              more than its interval`;

const { values, positionals: files } = readCommandLine(USAGE, {
	allowPositionals: true,
	options: {
		set: { type: "string" },
		data: { type: "string" },
		split: { type: "string" },
		topic: { type: "string", default: "" },
		evidence: { type: "string", default: "fixed" },
		panel: { type: "string" },
		limit: { type: "string" },
		"as-of": { type: "string" },
		seed: { type: "string", default: "1" },
		"at-once": { type: "string", default: "4" },
		record: { type: "string" },
		replay: { type: "string" },
		answers: { type: "boolean", default: false },
		calibrate: { type: "boolean", default: false },
		model: { type: "string" },
		"asked-on": { type: "string" },
		json: { type: "string" },
		against: { type: "string" },
		write: { type: "boolean", default: false },
	},
});

try {
	const { against } = values;
	if (against !== undefined && !values.set && !values.replay)
		refuse("--against goes with --set or --replay.");
	// Read before anything is paid for.
	const earlier = against === undefined ? null : readEarlier(against);
	const result = await measure();
	if ("differences" in result) {
		console.log(showShown(result));
	} else if ("topics" in result) {
		console.log(showTopics(result.topics));
	} else if ("own_confidence" in result) {
		console.log(showAnswers(result, `The answers in ${files.join(", ")}`));
	} else if ("chosen" in result) {
		console.log(showCalibration(result));
		await writeFile(CALIBRATION_FILE, calibrationText(result.file));
	} else if ("own" in result) {
		console.log(showSet(result.own.result, "The own set, scripted raters"));
		console.log(showChoice(result.heuristic, "The sentence heuristic"));
		if (values.write) await writeJson(RESULTS_FILE, result);
	} else if ("choice" in result) {
		console.log(showChoice(result.choice, "The choice of statements"));
	} else console.log(showSet(result.result, `The set ${result.run.set}`));
	if (values.json) await writeJson(values.json, result);
	if (earlier !== null && "digest" in result) {
		const { fell, sentence } = compareAccuracy(earlier, result);
		if (fell) {
			console.error(sentence);
			process.exitCode = 1;
		} else console.log(sentence);
	} else if (against !== undefined) console.log(`There is no ${against} yet to compare with.`);
} catch (error) {
	if (error instanceof SetError || error instanceof MissingAnswer) refuse(error.message);
	throw error;
}

async function measure() {
	if (values.answers || values.calibrate) return measureAnswers();
	if (files.length > 0) refuse(`"${files[0]}" belongs to no option.`);
	if (values.set === "shown") return measureShown(values.data ?? null);
	if (values.set === "pages") {
		const { data = null, split = "test", topic } = values;
		if (!isOneOf(HALVES, split))
			return refuse(`--split takes ${HALVES.join(", ")} for pages, not "${split}".`);
		const chosen = TOPICS.filter(({ name }) => name.includes(topic));
		return { split, topics: await measureTopics(chosen, data, split) };
	}
	if (values.evidence === "live") await buildIfStale(["pdf_reader"]);
	if (values.set || values.replay) return evaluate(readOptions(), progress);
	return measureOwn(await runOwnSet());
}

function readOptions(): Options {
	const { set = "own", split = "dev", evidence, replay, record } = values;
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

function measureAnswers() {
	const { answers, calibrate: calibrates, set, replay, write } = values;
	if (set || replay || write || answers === calibrates)
		refuse("--answers and --calibrate go with no other way to measure.");
	if (files.length === 0) refuse("Name the files of recorded answers.");
	return answers
		? evaluateAnswers(files, countOf("seed", values.seed))
		: calibrate(files, readRecorded());
}

function readRecorded(): { model: string; asked_on: string } {
	const { model = "", "asked-on": asked_on = "" } = values;
	if (model === "") refuse("--calibrate needs --model, the name of the model that answered.");
	if (!isDay(asked_on)) refuse(`--asked-on takes a day, not "${asked_on}".`);
	return { model, asked_on };
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
