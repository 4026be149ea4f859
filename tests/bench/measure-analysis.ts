import type { FakeVideo } from "#tests/support/fakes/youtube-answers.ts";
import { watchUrl } from "#tests/support/world/client.ts";
import type { Stage } from "#tests/support/world/crash-invariants.ts";
import { type OutsideCall, outsideCalls } from "#tests/support/world/crash-invariants.ts";
import type { Product } from "#tests/support/world/product.ts";
import { lookupPath, type SlowSource } from "./slow-source.ts";

export type Measured = {
	/** From POST /api/analyze to the `completed` event. */
	wall_ms: number;
	/** From POST /api/analyze to the first rated statement at a watcher. */
	first_statement_ms: number;
	/** The slowest chain of outside calls, by the stand-ins' own clocks. */
	critical_ms: number;
	/** The same up to the first rating's end. */
	first_critical_ms: number;
	statements: number;
	calls: OutsideCall[];
	/** Calls without a good answer, and ratings that count as failed. */
	failed: number;
	/** Most provider calls that were open at the same time. */
	max_concurrency: number;
};

/** In the middle of the talk, and far enough from it. */
const MOMENT_S = 600;
const EARLIER_MOMENT_S = 300;

/** One analysis as a member sees it who sends the link and watches. */
export async function measureAnalysis(
	product: Product,
	video: Partial<FakeVideo>,
	{
		rating_concurrency,
		source,
		moment,
	}: {
		rating_concurrency: number;
		/** Where pages are searched for; null if they are not. */
		source: SlowSource | null;
		/** Set if a moment is checked instead of the video. */
		moment?: "new" | "kept" | undefined;
	},
): Promise<Measured> {
	const { ai, youtube } = product;
	const member = await product.member();
	const video_id = product.newVideo(video);
	if (moment === "kept") {
		await member.analyze(watchUrl(video_id), { at: EARLIER_MOMENT_S });
		await member.finished(video_id);
		ai.calls.length = 0;
		youtube.calls.length = 0;
	}
	const before = new Set(
		moment === "kept" ? (await member.report(video_id)).statements.map(({ id }) => id) : [],
	);
	const started_at = performance.now();
	const since = () => performance.now() - started_at;
	const answer = await member.analyze(watchUrl(video_id), moment ? { at: MOMENT_S } : {});
	if (answer.status !== 202) throw new Error(`It was not started: ${JSON.stringify(answer.body)}`);
	const stream = await member.events(video_id);
	const first = stream.until(({ event }) => event === "statement").then(since);
	const ended = stream.until(({ event }) => event === "completed" || event === "failed");
	const wall_ms = await ended.then(since);
	const report = await member.report(video_id);
	const statements = report.statements.filter(({ id }) => !before.has(id));
	const calls = outsideCalls(ai, youtube);
	const waves = Math.ceil(statements.length / rating_concurrency);
	const ratings = statements.flatMap((statement) => statement.ratings);
	const lookups = lookupPath(source?.calls ?? []);
	const plan_ms = ai.calls
		.filter(({ kind }) => kind === "plan")
		.reduce((sum, call) => sum + (call.ended_at ?? 0) - call.started_at, 0);
	return {
		wall_ms,
		first_statement_ms: await first,
		critical_ms: criticalPath(calls, waves) + plan_ms + lookups.all_ms,
		first_critical_ms: criticalPath(calls, 1) + plan_ms + lookups.one_page_ms,
		statements: statements.length,
		calls,
		failed:
			calls.filter(({ status }) => status !== 200).length +
			ratings.filter(({ status }) => status !== "ok").length,
		max_concurrency: ai.max_concurrency,
	};
}

/** Each waits for the one before it to be over. */
const CHAIN: Stage[] = ["player", "captions", "extraction", "rating", "second reading"];

/**
 * The slowest chain of calls in ms: the longest one of each stage, one after
 * the other. Where the ratings must go in `waves`, every further one adds the
 * shortest rating: no order of them could do with less.
 */
export function criticalPath(calls: OutsideCall[], waves: number): number {
	const ratings = durations(calls, "rating");
	const further_ms = ratings.length ? (waves - 1) * Math.min(...ratings) : 0;
	return CHAIN.reduce((sum, stage) => sum + Math.max(0, ...durations(calls, stage)), further_ms);
}

function durations(calls: OutsideCall[], stage: Stage): number[] {
	return calls.filter((call) => call.stage === stage).map(durationOf);
}

function durationOf({ started_at, ended_at }: OutsideCall): number {
	return (ended_at ?? started_at) - started_at;
}
