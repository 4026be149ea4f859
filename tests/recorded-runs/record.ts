import { execFileSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buildIfStale } from "#scripts/build.ts";
import { createMember, watchUrl } from "#tests/support/client.ts";
import {
	type CrashingProduct,
	startCrashingProduct,
} from "#tests/support/crashing-product.ts";
import { extractFacts } from "#tests/support/long-talk.ts";
import {
	type OutageProxy,
	startOutageProxy,
} from "#tests/support/outage-proxy.ts";
import { recordRun } from "#tests/support/record-run.ts";
import { recordingsOf } from "#tests/support/recorded-run.ts";
import { startSqld } from "#tests/support/sqld.ts";
import { watch } from "#tests/support/viewer.ts";
import { type Moment, momentsOf } from "./moments.ts";

/**
 * Records what the product's objects hold when it dies at certain moments:
 * `npx tsx tests/recorded-runs/record.ts <version>`. A version that is recorded
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
) {
	const { ai, youtube, data_dir } = product;
	const member = await createMember(product.url);
	youtube.set(VIDEO_ID, moment.video);
	ai.answer({ extract: extractFacts });
	const url = `${product.url}/api/videos/${VIDEO_ID}/events`;
	const told = () => viewer?.events ?? [];
	const recording = { product, proxy, events: told };
	moment.prepare?.(recording);
	const answer = await member.analyze(watchUrl(VIDEO_ID));
	if (answer.status !== 202) throw new Error(JSON.stringify(answer.body));
	const viewer = watch(url, RECONNECT_MS, { patient: true });
	await moment.reached(recording);
	await product.kill();
	viewer.leave();
	ai.reset();
	const about = { version, moment: moment.name };
	return recordRun(data_dir, VIDEO_ID, about, youtube.origin);
}

/** Each moment has a product and a database of its own. */
async function recordIn(folder: string, moment: Moment, version: number) {
	const sqld = await startSqld();
	const proxy = await startOutageProxy(sqld.url);
	const product = await startCrashingProduct({
		LIBSQL_URL: proxy.url,
		RATING_CONCURRENCY: "2",
	});
	try {
		const recorded = await record(moment, version, product, proxy);
		const open = recorded.task
			.filter(({ state }) => state !== "done")
			.map(({ key, state, attempts }) => `${key} ${state} ${attempts}`);
		if (!new RegExp(`^${moment.open.join()}$`).test(open.join()))
			throw new Error(`${moment.name}: it was at ${open.join(", ")}.`);
		const file = join(folder, `${moment.name}.json`);
		await writeFile(file, JSON.stringify(recorded));
		console.log(`Recorded ${file}.`);
	} finally {
		await product.stop();
		await proxy.close();
		await sqld.stop();
	}
}

const version = Number(process.argv[2]);
if (!Number.isInteger(version) || version < 1)
	throw new Error("Which version is to be recorded? They count from 1.");
await buildIfStale();
const folder = recordingsOf(version);
// Refuses a version that is there.
await mkdir(folder);
const moments = momentsOf((place) => version * PLACES + place);
for (const moment of moments) await recordIn(folder, moment, version);
execFileSync("npx", ["biome", "format", "--write", folder]);
