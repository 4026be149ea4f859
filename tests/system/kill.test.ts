import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AnalyzeRequest, AnalyzeResponse } from "#contract/analysis.ts";
import type { VideoSummary } from "#contract/video.ts";
import { buildIfStale } from "#scripts/build.ts";
import { fakeWikipedia } from "#tests/support/fakes/evidence-sources.ts";
import { startWebWorld, type WebWorld } from "#tests/support/fakes/web-sites.ts";
import { extractReworded, longTalk } from "#tests/support/fixtures/talks.ts";
import {
	type Client,
	createMember,
	type ReadEvent,
	watchUrl,
} from "#tests/support/world/client.ts";
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
import { seededRandom } from "#tests/support/world/seeded-random.ts";
import { readStoredRun } from "#tests/support/world/stored-data.ts";
import { watch } from "#tests/support/world/viewers.ts";

const STATEMENTS = 10;
const RATINGS = 3 * STATEMENTS;
/** Extracted as well, and rated on request. */
const MORE = 4;
/** Two in each of its two runs. */
const KILLS_OF_MORE = 4;
/** Enough for two windows. */
const WORDS = 2_600;
/** The range of a provider's response time. */
const PROVIDER_MS = [100, 400] as const;
/**
 * The range of the platform's response time; it gets one call at a time, so that a kill can hit it.
 */
const PLATFORM_MS = [300, 500] as const;
/** Pads an article, since a page with too little text is skipped. */
const ABOUT_ARCHIVES =
	"The archive has kept the plans of the port since it was founded, and most of them can be read in the building beside the station. Visitors are told who drew them, who paid for them, and which engineer lost the second competition after winning the first.";
const RECONNECT_MS = 100;
const REACH_MS = 60_000;
/** Earlier than the minute's job wakes a silent run: the alarm that was set before the kill did it. */
const BY_ALARM_MS = 50_000;
const POLL_MS = 100;
const TEST_MS = 300_000;

/** Each is a run with the phases at which it is killed; `npm run chaos` kills a hundred times. */
const PLANS: { sources: "none" | "wikipedia"; plan: Phase[] }[] = [
	{ sources: "none", plan: ["metadata", "extraction", "wording", "late ratings", "publication"] },
	{ sources: "none", plan: ["transcript", "early ratings", "completed"] },
	{ sources: "wikipedia", plan: ["planning", "searching", "early ratings", "publication"] },
	{ sources: "wikipedia", plan: ["reading", "second reading", "late ratings", "completed"] },
];
/** The same of runs that check a moment of a video that was not analyzed. */
const MOMENTS: typeof PLANS = [
	{ sources: "none", plan: ["metadata", "transcript", "extraction", "early ratings"] },
	{ sources: "none", plan: ["wording", "late ratings", "publication", "completed"] },
	{ sources: "wikipedia", plan: ["planning", "searching", "reading", "second reading"] },
];
const MOMENT_STATEMENTS = 3;
/** In the middle of the talk, with statements every half minute so that one window has three. */
const MOMENT_S = 500;
const MOMENT_FACTS = 50;
/** Two moments that share no statement with it or with each other, and wait while it is checked. */
const WAITING_S = [200, 800];
/** While the first run is going on, at its end, and in the first run of those that waited. */
const KILLS_OF_WAITING: Phase[] = ["extraction", "completed", "early ratings"];
/** An answer that came so long before a kill was stored. */
const STORED_MS = 1_000;
/** Fewer than planned, since a phase may be over by the kill on a busy machine. */
const MET_AT_LEAST = 8;

const seed = Number(process.env.KILL_SEED ?? Date.now() % 1_000_000);
console.log(`The kills are seeded with KILL_SEED=${seed}.`);
const random = seededRandom(seed);

let product: CrashingProduct;
let wiki: WebWorld;
let member: Client;
let videos = 0;
/** The phases reached at each kill, which may be later than planned on a busy machine. */
const met: Phase[] = [];

beforeAll(async () => {
	await buildIfStale();
	wiki = await startWebWorld();
	product = await startCrashingProduct({
		MAX_STATEMENTS: String(STATEMENTS),
		WIKIPEDIA_BASE_URL: wiki.origin,
		CONTACT_EMAIL: "team@example.org",
	});
	member = await createMember(product.url);
}, TEST_MS);
afterAll(async () => {
	await product?.stop();
	await wiki?.close();
});

function between([least, most]: readonly [number, number]): number {
	return least + (most - least) * random();
}

const calls = () => outsideCalls(product.ai, product.youtube, wiki.asked);

/** Serves one article for each statement, identified by its number, with a delay. */
function serveArticles(harbour: number): void {
	const site = fakeWikipedia(
		Array.from({ length: MOMENT_FACTS }, (_, at) => ({
			title: String(100 + at),
			revised: "2026-01-01T00:00:00Z",
			paragraphs: [
				`Records show that pier ${at + 1} of harbour ${harbour} was ${100 + at} metres long in ${1800 + at}. The harbour master keeps them.`,
				ABOUT_ARCHIVES,
				ABOUT_ARCHIVES,
			],
		})),
	);
	wiki.asked.length = 0;
	wiki.serve((path, response) => {
		setTimeout(() => site(path, response), between(PROVIDER_MS));
	});
}

/** Adds a new talk to the platform and starts its analysis. */
async function startRun(
	sources = "none",
	facts = STATEMENTS,
	asked: Omit<AnalyzeRequest, "url"> = {},
): Promise<string> {
	const { ai, youtube } = product;
	videos++;
	serveArticles(videos);
	const video_id = `kill${String(videos).padStart(7, "0")}`;
	ai.reset();
	youtube.reset();
	ai.answer({ extract: extractReworded });
	ai.behave("all", () => ({ delay_ms: between(PROVIDER_MS) }));
	youtube.set(video_id, {
		...longTalk({ number: videos, words: WORDS, facts }),
		delay_ms: { player: between(PLATFORM_MS), timedtext: between(PLATFORM_MS) },
	});
	// Another test may have used other sources or left the product stopped.
	await product.kill();
	await product.start({ EVIDENCE_SOURCES: sources });
	const answer = await member.analyze(watchUrl(video_id), asked);
	expect(answer.status, JSON.stringify(answer.body)).toBe(202);
	return video_id;
}

/** Kills the server in the given phase and returns a record of its life. */
async function killAt(
	name: Phase,
	video_id: string,
	began: number,
	events: () => ReadEvent[],
	run = { ratings: RATINGS, began: 0 },
): Promise<Life> {
	const waited_from = now();
	const moment = momentOf(name, run.ratings);
	const seen = () => ({
		events: events(),
		calls: calls().filter(({ started_at }) => started_at >= run.began),
		life_began: began,
	});
	while (!moment.reached(seen())) {
		if (now() > waited_from + REACH_MS) throw new Error(`It never came to ${name}.`);
		await sleep(1);
	}
	await sleep(random() * moment.within_ms);
	await product.kill();
	const over_at = now();
	const stored = await readStoredRun(product.data_dir, video_id);
	met.push(phaseOf(stored, run.ratings));
	return { began, over_at, stored };
}

/** What was answered well before a kill is not asked again, by whichever run of the video. */
function expectStoredAnswersKept(killed_at: number[]): void {
	// Each run reads the video's data, and checks its own wording.
	const shared = calls().filter(({ stage }) =>
		["captions", "extraction", "rating"].includes(stage),
	);
	const storedBy = (at: number) =>
		shared.filter(
			({ status, ended_at }) => status === 200 && ended_at !== null && ended_at < at - STORED_MS,
		);
	expect(killed_at.flatMap(storedBy)).not.toEqual([]);
	for (const at of killed_at) {
		const stored = new Set(storedBy(at).map(({ question }) => question));
		const later = shared.filter(({ started_at }) => started_at >= at);
		expect(later.filter(({ question }) => stored.has(question))).toEqual([]);
	}
}

describe("analysis whose server is killed", () => {
	it.each(PLANS.map((it) => ({ ...it, moments: it.plan.join(", ") })))(
		"with sources: $sources, at $moments: completes without repeated calls or lost events",
		async ({ sources, plan }) => {
			let began = now();
			const video_id = await startRun(sources);
			const viewer = watch(`${product.url}/api/videos/${video_id}/events`, RECONNECT_MS);
			const lives: Life[] = [];
			for (const name of plan) {
				lives.push(await killAt(name, video_id, began, () => viewer.events));
				began = now();
				await product.start({ EVIDENCE_SOURCES: sources });
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
			expect(ratings.map(({ status }) => status)).toEqual(Array(RATINGS).fill("ok"));
			const checked = sources === "none" ? null : "supported";
			expect(report.statements.map(({ verdict }) => verdict)).toEqual(
				Array(STATEMENTS).fill(checked),
			);
			expectNothingPaidTwice(calls(), lives);
			expectWholeStory(viewer.events, report);
		},
		TEST_MS,
	);

	it.each(MOMENTS.map((it) => ({ ...it, moments: it.plan.join(", ") })))(
		"while checking a moment with sources: $sources, at $moments: completes without repeated calls or lost events",
		async ({ sources, plan }) => {
			let began = now();
			const video_id = await startRun(sources, MOMENT_FACTS, { at: MOMENT_S });
			const viewer = watch(`${product.url}/api/videos/${video_id}/events`, RECONNECT_MS);
			const lives: Life[] = [];
			const run = { ratings: 3 * MOMENT_STATEMENTS, began };
			for (const name of plan) {
				lives.push(await killAt(name, video_id, began, () => viewer.events, run));
				began = now();
				await product.start({ EVIDENCE_SOURCES: sources });
			}
			await viewer.done;

			const report = await member.report(video_id);
			expect(report).toMatchObject({
				analysis: null,
				video: { scope: "moments", version: 1, claims_count: MOMENT_STATEMENTS, bs_score: null },
				moments: [{ at: MOMENT_S, statement_ids: expect.anything() }],
			});
			expect(report.moments[0]?.statement_ids).toHaveLength(MOMENT_STATEMENTS);
			expectNothingPaidTwice(calls(), lives);
			expectWholeStory(viewer.events, report);
		},
		TEST_MS,
	);

	it.each(["none", "wikipedia"])(
		"while rating more statements with sources: %s: keeps its ratings without repeated calls",
		async (sources) => {
			const video_id = await startRun(sources, STATEMENTS + MORE);
			const url = `${product.url}/api/videos/${video_id}/events`;
			await watch(url, RECONNECT_MS).done;
			const before = await member.report(video_id);
			expect(before.left_out).toHaveLength(MORE);

			let began = now();
			const run = { ratings: 3 * MORE, began };
			const more = await member.analyze(watchUrl(video_id), { more: true });
			expect(more.status, JSON.stringify(more.body)).toBe(202);
			const viewer = watch(url, RECONNECT_MS);
			const lives: Life[] = [];
			for (const name of ["early ratings", "publication"] as const) {
				const events = () => viewer.events;
				lives.push(await killAt(name, video_id, began, events, run));
				began = now();
				await product.start({ EVIDENCE_SOURCES: sources });
			}
			await viewer.done;

			const report = await member.report(video_id);
			expect(report).toMatchObject({ analysis: null, left_out: [] });
			expect(report.video).toMatchObject({
				analysis_status: "completed",
				version: 2,
				claims_count: STATEMENTS + MORE,
			});
			expect(report.statements).toEqual(expect.arrayContaining(before.statements));
			expectNothingPaidTwice(calls(), lives);
			expectWholeStory(viewer.events, report);
		},
		TEST_MS,
	);

	it(
		"while other requests wait: begins them one after the other, each as the run that was promised",
		async () => {
			let began = now();
			const killed_at: number[] = [];
			const video_id = await startRun("none", MOMENT_FACTS, { at: MOMENT_S });
			const viewer = watch(`${product.url}/api/videos/${video_id}/events`, RECONNECT_MS);
			const runs: (string | undefined)[] = [];
			for (const at of WAITING_S) {
				const url = watchUrl(video_id);
				const { status, body } = await member.post<AnalyzeResponse>("/api/analyze", { url, at });
				expect(status, JSON.stringify(body)).toBe(202);
				runs.push(body.run);
			}
			for (const name of KILLS_OF_WAITING) {
				const run = { ratings: 3 * MOMENT_STATEMENTS, began };
				const { over_at } = await killAt(name, video_id, began, () => viewer.events, run);
				killed_at.push(over_at);
				began = now();
				await product.start();
			}
			viewer.leave();
			const isChecked = async () => {
				const { moments } = await member.report(video_id);
				return moments.length > WAITING_S.length;
			};
			while (!(await isChecked())) {
				expect(now() - began).toBeLessThan(REACH_MS);
				await sleep(POLL_MS);
			}
			const { moments, statements } = await member.report(video_id);
			expect(moments.map(({ at }) => at)).toEqual([MOMENT_S, ...WAITING_S].toSorted());
			for (const { statement_ids } of moments)
				expect(statement_ids).toHaveLength(MOMENT_STATEMENTS);
			expect(statements).toHaveLength(moments.length * MOMENT_STATEMENTS);
			const last = await member.events(video_id, `${runs.at(-1)}-0`);
			await last.ended;
			expect(last.events.at(-1)?.event).toBe("completed");
			expectStoredAnswersKept(killed_at);
		},
		TEST_MS,
	);

	it("was killed in most phases", () => {
		console.log(`The kills met: ${met.join(", ")}.`);
		const planned = [...PLANS, ...MOMENTS].flatMap(({ plan }) => plan).length;
		expect(met).toHaveLength(planned + KILLS_OF_MORE + KILLS_OF_WAITING.length);
		expect(new Set(met).size).toBeGreaterThanOrEqual(MET_AT_LEAST);
	});

	it(
		"without a viewer: completes through its alarm",
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
			expectNothingPaidTwice(calls(), [life]);
		},
		TEST_MS,
	);
});
