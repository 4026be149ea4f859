import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "@libsql/client/web";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildIfStale } from "#scripts/build.ts";
import { type HoldingProxy, startHoldingProxy } from "#tests/support/fakes/network.ts";
import { extractFacts, longTalk } from "#tests/support/fixtures/talks.ts";
import { type Client, createMember, watchUrl } from "#tests/support/world/client.ts";
import {
	expectNothingPaidTwice,
	expectWholeStory,
	now,
	outsideCalls,
	phaseOf,
} from "#tests/support/world/crash-invariants.ts";
import {
	type CrashingProduct,
	startCrashingProduct,
} from "#tests/support/world/crashing-product.ts";
import { type Sqld, startSqld } from "#tests/support/world/databases.ts";
import { readStoredRun } from "#tests/support/world/stored-data.ts";
import { watch } from "#tests/support/world/viewers.ts";

const STATEMENTS = 4;
const WORDS = 300;
const RECONNECT_MS = 100;
const POLL_MS = 5;
const TEST_MS = 300_000;

let sqld: Sqld;
let proxy: HoldingProxy;
let product: CrashingProduct;
let member: Client;

beforeAll(async () => {
	await buildIfStale();
	sqld = await startSqld();
	proxy = await startHoldingProxy(sqld.url);
	product = await startCrashingProduct({ LIBSQL_URL: proxy.url });
	member = await createMember(product.url);
}, TEST_MS);
afterAll(async () => {
	await product?.stop();
	await proxy?.close();
	await sqld?.stop();
});

async function publications(video_id: string): Promise<number> {
	const client = createClient({ url: sqld.url });
	const { rows } = await client.execute(
		"SELECT count(*) AS n FROM publications WHERE video_id = ?",
		[video_id],
	);
	client.close();
	return Number(rows[0]?.n);
}

describe("publication interrupted by a kill", () => {
	it.each([
		{ fate: "was not made", where: "there", before: 0 },
		{ fate: "was made", where: "back", before: 1 },
	] as const)(
		"that $fate is stored exactly once after the next start",
		async ({ where, before }) => {
			const video_id = `publish${where === "there" ? "0001" : "0002"}`;
			product.ai.reset();
			product.youtube.reset();
			product.ai.answer({ extract: extractFacts });
			product.youtube.set(video_id, longTalk({ number: before, words: WORDS, facts: STATEMENTS }));
			const began = now();
			const held = proxy.hold(where, (body) => /insert into \\?"publications/i.test(body));
			expect((await member.analyze(watchUrl(video_id))).status).toBe(202);
			const url = `${product.url}/api/videos/${video_id}/events`;
			const viewer = watch(url, RECONNECT_MS);
			await held;
			// Comes while the database may have the result already, and the run has not ended.
			const late = watch(url, RECONNECT_MS);
			while (late.events.length === 0) await sleep(POLL_MS);
			await product.kill();
			const over_at = now();
			const stored = await readStoredRun(product.data_dir, video_id);
			expect(phaseOf(stored, 0)).toBe("publication");
			expect(await publications(video_id)).toBe(before);

			await product.start();
			await Promise.all([viewer.done, late.done]);
			expect(await publications(video_id)).toBe(1);
			const report = await member.report(video_id);
			expect(report.video).toMatchObject({
				analysis_status: "completed",
				version: 1,
				claims_count: STATEMENTS,
			});
			expectWholeStory(viewer.events, report);
			expectWholeStory(late.events, report);
			const calls = outsideCalls(product.ai, product.youtube);
			expectNothingPaidTwice(calls, [{ began, over_at, stored }]);
			expect(calls.filter((it) => it.started_at > over_at)).toEqual([]);
		},
		TEST_MS,
	);
});
