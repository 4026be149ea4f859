import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { buildIfStale } from "#scripts/build.ts";
import { answerHelp, refuse } from "#scripts/command-line.ts";
import { fakeWikipedia } from "#tests/support/fakes/evidence-sources.ts";
import { startWebWorld } from "#tests/support/fakes/web-sites.ts";
import { extractFacts, longTalk } from "#tests/support/fixtures/talks.ts";
import { createMember, watchUrl } from "#tests/support/world/client.ts";
import { progressOf } from "#tests/support/world/crash-invariants.ts";
import {
	type CrashingProduct,
	startCrashingProduct,
} from "#tests/support/world/crashing-product.ts";
import { rowsOf } from "#tests/support/world/stored-data.ts";
import { watch } from "#tests/support/world/viewers.ts";
import { VERSION } from "#worker/version.ts";
import {
	articleOn,
	JSON_COLUMNS,
	namesOf,
	type Origins,
	objectOf,
	PLACEHOLDERS,
	type RecordedRow,
	type RecordedRun,
	recordedVersions,
	recordingOf,
	renamed,
	TABLES,
	withReadablePages,
} from "./recorded-run.ts";
import { presentMigrations, RELEASES, readReleases, withRelease } from "./releases.ts";

/**
 * Records a release: the hashes of its migrations, and what a video's object holds when the product
 * dies while raters judge passages. Every kind of step that reads a video with captions has stored
 * an answer by then.
 */

const USAGE = `npm run record-release
  Writes tests/recorded-runs/VERSION.json, a run that this version left half done, and adds this
  version's migrations to releases.json there. Run again, it replaces both, until the version has
  a tag.`;
answerHelp(USAGE);
const tag = `v${VERSION}`;
if (execFileSync("git", ["tag", "--list", tag], { encoding: "utf8" }).trim() !== "")
	refuse(`${tag} is released. Raise the version first: npm version --no-git-tag-version X.Y.Z`);

const VIDEO_ID = "recorded-01";
/** One for each version, because the test that resumes them all tells them apart by it. */
const HARBOUR = 1 + (await recordedVersions()).filter((it) => it !== VERSION).length;
const RECONNECT_MS = 100;
const POLL_MS = 10;
const REACH_MS = 20_000;
/** By then an answer that has been sent is stored. */
const STORED_MS = 500;
/** One of two statements is rated. */
const HALF_RATED = 75;
const OPEN = "rate:1:openai leased 1,rate:1:claude leased 1,rate:1:gemini leased 1";

const never = new Promise(() => {});

/** Reads the object of a server that is down. */
async function readRun(data_dir: string, origins: Origins): Promise<RecordedRun> {
	const file = await objectOf(data_dir, VIDEO_ID);
	const master = await rowsOf(
		file,
		"SELECT sql FROM sqlite_master WHERE type = 'table' AND name IN (?, ?, ?)",
		...TABLES,
	);
	const [run = [], task, event] = await Promise.all(
		TABLES.map(async (table) =>
			(await rowsOf(file, `SELECT * FROM ${table} ORDER BY rowid`)).map(parsed),
		),
	);
	const [only] = run as RecordedRun["run"][];
	if (!only) throw new Error(`The object of ${VIDEO_ID} has no run.`);
	const recorded = {
		recorded_at_ms: Date.now(),
		tables: master.map(({ sql }) => String(sql)),
		run: only,
		task,
		event,
	} as RecordedRun;
	const named = renamed(withReadablePages(recorded), namesOf(only.input, origins), PLACEHOLDERS);
	return withReadableIds(named);
}

/** No two runs share them, as they begin with the run's own. */
function withReadableIds(recorded: RecordedRun): RecordedRun {
	let text = JSON.stringify(recorded);
	const ids = [...text.matchAll(/"new_id":"([^"]+)"/g)];
	for (const [index, [, id = ""]] of ids.entries())
		text = text.replaceAll(id, `${PLACEHOLDERS.run}-statement-${index}`);
	return JSON.parse(text);
}

function parsed(row: object): RecordedRow {
	return Object.fromEntries(
		Object.entries(row).map(([column, value]) => [
			column,
			JSON_COLUMNS.includes(column) ? JSON.parse(value ?? "null") : value,
		]),
	);
}

async function recordRun(product: CrashingProduct, wikipedia: string): Promise<RecordedRun> {
	const { ai, youtube, data_dir } = product;
	const member = await createMember(product.url);
	youtube.set(VIDEO_ID, longTalk({ number: HARBOUR, words: 75, facts: 2 }));
	ai.answer({ extract: extractFacts });
	ai.behave("all", ({ kind, statement }) =>
		kind.startsWith("rate") && !statement?.includes("pier 1 ") ? { until: never } : {},
	);
	const answer = await member.analyze(watchUrl(VIDEO_ID));
	if (answer.status !== 202) throw new Error(JSON.stringify(answer.body));
	const url = `${product.url}/api/videos/${VIDEO_ID}/events`;
	const viewer = watch(url, RECONNECT_MS, { patient: true });
	const until = Date.now() + REACH_MS;
	while (!viewer.events.some((event) => (progressOf(event) ?? 0) >= HALF_RATED)) {
		if (Date.now() > until) throw new Error("It never came to it.");
		await sleep(POLL_MS);
	}
	await sleep(STORED_MS);
	await product.kill();
	viewer.leave();
	return readRun(data_dir, { platform: youtube.origin, wikipedia });
}

// First, since it may refuse.
const releases = withRelease(readReleases(), VERSION, presentMigrations());
await buildIfStale();
const wiki = await startWebWorld();
wiki.serve(fakeWikipedia([articleOn(HARBOUR)]));
const product = await startCrashingProduct({
	EVIDENCE_SOURCES: "wikipedia",
	WIKIPEDIA_BASE_URL: wiki.origin,
	CONTACT_EMAIL: "team@example.org",
});
try {
	const recorded = await recordRun(product, wiki.origin);
	const open = recorded.task
		.filter(({ state }) => state !== "done")
		.map(({ key, state, attempts }) => `${key} ${state} ${attempts}`);
	if (open.join() !== OPEN) throw new Error(`It was at ${open.join(", ")}.`);
	await writeFile(recordingOf(VERSION), JSON.stringify(recorded));
	await writeFile(RELEASES, JSON.stringify(releases));
} finally {
	await product.stop();
	await wiki.close();
}
execFileSync("npx", ["biome", "format", "--write", recordingOf(VERSION), RELEASES]);
