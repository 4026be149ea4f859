import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { VideoSummary } from "#contract/video.ts";
import { buildIfStale } from "#scripts/build.ts";
import { extractFacts, longTalk } from "#tests/support/fixtures/talks.ts";
import {
	type Client,
	createMember,
	type ReadEvent,
	watchUrl,
} from "#tests/support/world/client.ts";
import { seededRandom } from "#tests/support/world/command-line.ts";
import {
	expectNothingPaidTwice,
	expectWholeStory,
	type Life,
	momentOf,
	now,
	outsideCalls,
	type Phase,
	phaseOf,
} from "#tests/support/world/crash-invariants.ts";
import {
	type CrashingProduct,
	startCrashingProduct,
} from "#tests/support/world/crashing-product.ts";
import { readStoredRun } from "#tests/support/world/stored-data.ts";
import { watch } from "#tests/support/world/viewers.ts";

const STATEMENTS = 10;
const RATINGS = 3 * STATEMENTS;
/** Two windows to read. */
const WORDS = 2_600;
/** Of a provider's answer; between the two. */
const PROVIDER_MS = [100, 400] as const;
/** The platform's: one call at a time, so that a kill meets it. */
const PLATFORM_MS = [300, 500] as const;
const RECONNECT_MS = 100;
const REACH_MS = 20_000;
/** The alarm that was set before the kill rings within ten seconds; the rest takes one more. */
const BY_ALARM_MS = 20_000;
const POLL_MS = 100;
const TEST_MS = 90_000;

/** Each is a run, killed at these moments one after the other; `npm run chaos` kills a hundred times. */
const PLANS: Phase[][] = [
	["metadata", "extraction", "late ratings", "publication"],
	["transcript", "early ratings", "completed"],
];
/** On a busy machine a moment may be over by the kill. */
const MET_AT_LEAST = 4;

const seed = Number(process.env.KILL_SEED ?? Date.now() % 1_000_000);
console.log(`The kills are seeded with KILL_SEED=${seed}.`);
const random = seededRandom(seed);

let product: CrashingProduct;
let member: Client;
let videos = 0;
/** How far an analysis had come at each kill: on a busy machine a moment may be over by then. */
const met: Phase[] = [];

beforeAll(async () => {
	await buildIfStale();
	product = await startCrashingProduct({
		MAX_STATEMENTS: String(STATEMENTS),
	});
	member = await createMember(product.url);
}, TEST_MS);
afterAll(() => product?.stop());

function between([least, most]: readonly [number, number]): number {
	return least + (most - least) * random();
}

/** Puts a new talk on the platform and has it analysed. */
async function startRun(): Promise<string> {
	const { ai, youtube } = product;
	videos++;
	const video_id = `kill${String(videos).padStart(7, "0")}`;
	ai.reset();
	youtube.reset();
	ai.answer({ extract: extractFacts });
	ai.behave("all", () => ({ delay_ms: between(PROVIDER_MS) }));
	youtube.set(video_id, {
		...longTalk({ number: videos, words: WORDS, facts: STATEMENTS }),
		delay_ms: {
			player: between(PLATFORM_MS),
			timedtext: between(PLATFORM_MS),
		},
	});
	// An earlier test may have failed while it was down.
	await product.start();
	const answer = await member.analyze(watchUrl(video_id));
	expect(answer.status, JSON.stringify(answer.body)).toBe(202);
	return video_id;
}

/** Kills the server at the moment and answers what its life came to. */
async function killAt(
	name: Phase,
	video_id: string,
	began: number,
	events: () => ReadEvent[],
): Promise<Life> {
	const waited_from = now();
	const moment = momentOf(name, RATINGS);
	const seen = () => ({
		events: events(),
		calls: outsideCalls(product.ai, product.youtube),
		life_began: began,
	});
	while (!moment.reached(seen())) {
		if (now() > waited_from + REACH_MS)
			throw new Error(`It never came to ${name}.`);
		await sleep(1);
	}
	await sleep(random() * moment.within_ms);
	await product.kill();
	const over_at = now();
	const stored = await readStoredRun(product.data_dir, video_id);
	met.push(phaseOf(stored));
	return { began, over_at, stored };
}

describe("An analysis whose server is killed", () => {
	it.each(PLANS.map((plan) => ({ moments: plan.join(", "), plan })))(
		"at $moments: completes, pays for nothing twice and tells its story whole",
		async ({ plan }) => {
			let began = now();
			const video_id = await startRun();
			const viewer = watch(
				`${product.url}/api/videos/${video_id}/events`,
				RECONNECT_MS,
			);
			const lives: Life[] = [];
			for (const name of plan) {
				lives.push(await killAt(name, video_id, began, () => viewer.events));
				began = now();
				await product.start();
			}
			await viewer.done;

			const report = await member.report(video_id);
			expect(report.analysis).toBeNull();
			expect(report.video).toMatchObject({
				analysis_status: "completed",
				version: 1,
				claims_count: STATEMENTS,
			});
			const ratings = report.statements.flatMap((it) => it.ratings);
			expect(ratings.map(({ status }) => status)).toEqual(
				Array(RATINGS).fill("ok"),
			);
			expectNothingPaidTwice(outsideCalls(product.ai, product.youtube), lives);
			expectWholeStory(viewer.events, report);
		},
		TEST_MS,
	);

	it("was killed in most parts of its work", () => {
		console.log(`The kills met: ${met.join(", ")}.`);
		expect(met).toHaveLength(PLANS.flat().length);
		expect(new Set(met).size).toBeGreaterThanOrEqual(MET_AT_LEAST);
	});

	it(
		"while nobody watches: completes by its alarm alone",
		async () => {
			const began = now();
			const video_id = await startRun();
			const life = await killAt("early ratings", video_id, began, () => []);
			await product.start();
			const started_at = now();
			const isListed = async () => {
				const path = "/api/videos/recent";
				const { body } = await member.get<{ videos: VideoSummary[] }>(path);
				return body.videos.some(({ id }) => id === video_id);
			};
			while (!(await isListed())) {
				expect(now() - started_at).toBeLessThan(BY_ALARM_MS);
				await sleep(POLL_MS);
			}
			expectNothingPaidTwice(outsideCalls(product.ai, product.youtube), [life]);
		},
		TEST_MS,
	);
});
