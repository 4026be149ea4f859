import { execFileSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buildIfStale } from "#scripts/build.ts";
import { type OutageProxy, startOutageProxy } from "#tests/support/fakes/network.ts";
import { startWebWorld, type WebWorld } from "#tests/support/fakes/web-sites.ts";
import { extractFacts } from "#tests/support/fixtures/talks.ts";
import { createMember, watchUrl } from "#tests/support/world/client.ts";
import {
	type CrashingProduct,
	startCrashingProduct,
} from "#tests/support/world/crashing-product.ts";
import { startSqld } from "#tests/support/world/databases.ts";
import { rowsOf } from "#tests/support/world/stored-data.ts";
import { watch } from "#tests/support/world/viewers.ts";
import { type Moment, momentsOf } from "./moments.ts";
import {
	JSON_COLUMNS,
	namesOf,
	type Origins,
	objectOf,
	PLACEHOLDERS,
	type RecordedRow,
	type RecordedRun,
	recordingsOf,
	renamed,
	TABLES,
	withReadablePages,
} from "./recorded-run.ts";

/** Reads the object of a server that is down. */
async function recordRun(
	data_dir: string,
	video_id: string,
	about: Pick<RecordedRun, "version" | "moment">,
	origins: Origins,
): Promise<RecordedRun> {
	const file = await objectOf(data_dir, video_id);
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
	if (!only) throw new Error(`The object of ${video_id} has no run.`);
	const recorded = {
		...about,
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

/**
 * Records what the product's objects hold when it dies at certain moments:
 * `npx tsx tests/recorded-runs/record.ts <version>`, then the names of
 * moments if not all of them are to be recorded. A version that is recorded
 * stays as it is, for the versions of the product that come after it: after a
 * change of what is stored, record the next one beside it.
 */

const VIDEO_ID = "recorded-01";
const RECONNECT_MS = 100;
/** More moments than a version has. */
const PLACES = 100;

async function record(
	moment: Moment,
	version: number,
	product: CrashingProduct,
	proxy: OutageProxy,
	wiki: WebWorld,
) {
	const { ai, youtube, data_dir } = product;
	const member = await createMember(product.url);
	youtube.set(VIDEO_ID, moment.video);
	ai.answer({ extract: extractFacts });
	const url = `${product.url}/api/videos/${VIDEO_ID}/events`;
	const told = () => viewer?.events ?? [];
	const recording = { product, proxy, wiki, events: told };
	moment.prepare?.(recording);
	const answer = await member.analyze(watchUrl(VIDEO_ID));
	if (answer.status !== 202) throw new Error(JSON.stringify(answer.body));
	const viewer = watch(url, RECONNECT_MS, { patient: true });
	await moment.reached(recording);
	await product.kill();
	viewer.leave();
	ai.reset();
	const about = { version, moment: moment.name };
	return recordRun(data_dir, VIDEO_ID, about, {
		platform: youtube.origin,
		wikipedia: wiki.origin,
	});
}

/** Each moment has a product and a database of its own. */
async function recordIn(folder: string, moment: Moment, version: number) {
	const sqld = await startSqld();
	const proxy = await startOutageProxy(sqld.url);
	const wiki = await startWebWorld();
	const product = await startCrashingProduct({
		LIBSQL_URL: proxy.url,
		RATING_CONCURRENCY: "2",
		EVIDENCE_SOURCES: moment.sources ?? "none",
		WIKIPEDIA_BASE_URL: wiki.origin,
		CONTACT_EMAIL: "team@example.org",
	});
	try {
		const recorded = await record(moment, version, product, proxy, wiki);
		const open = recorded.task
			.filter(({ state }) => state !== "done")
			.map(({ key, state, attempts }) => `${key} ${state} ${attempts}`);
		if (!new RegExp(`^${moment.open.join()}$`).test(open.join()))
			throw new Error(`${moment.name}: it was at ${open.join(", ")}.`);
		const file = join(folder, `${moment.name}.json`);
		await writeFile(file, JSON.stringify(recorded), { flag: "wx" });
		console.log(`Recorded ${file}.`);
	} finally {
		await product.stop();
		await wiki.close();
		await proxy.close();
		await sqld.stop();
	}
}

const version = Number(process.argv[2]);
if (!Number.isInteger(version) || version < 1)
	throw new Error("Which version is to be recorded? They count from 1.");
await buildIfStale();
const folder = recordingsOf(version);
const wanted = process.argv.slice(3);
// Refuses a version that is there, and with names a moment that is there.
await mkdir(folder, { recursive: wanted.length > 0 });
const moments = momentsOf((place) => version * PLACES + place);
for (const moment of moments)
	if (wanted.length === 0 || wanted.includes(moment.name)) await recordIn(folder, moment, version);
execFileSync("npx", ["biome", "format", "--write", folder]);
