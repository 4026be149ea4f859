import type { Size } from "./outcome.ts";

/** One row of the pipeline's table. */
export type Scenario = {
	name: string;
	max_statements: number;
	/** Statements in flight at once, each with its whole panel. */
	rating_concurrency: number;
	/** What each provider call takes; the platform's take PLATFORM_MS. */
	provider_ms: number;
	/** What each request to the source takes; null if none is asked. */
	source_ms: number | null;
	talk: { words: number; facts: number; kind: "manual" | "asr" };
	/** Whether a moment is checked instead of the video, and of which its transcript is kept. */
	moment?: "new" | "kept";
	/** Runs of which the middle one counts: a shared machine has its moods. */
	repeats: number;
	/** Provider calls of the baseline that are really made; 0 for no baseline. */
	baseline_calls: number;
};

/** Player and captions answer in about this. */
export const PLATFORM_MS = 300;

const DEFAULTS = { max_statements: 24, rating_concurrency: 24, source_ms: null };
/** A quarter of an hour. */
const TALK = { words: 2_400, facts: 24, kind: "manual" as const };
/** Three hours with automatic captions, word by word. */
const LONG_TALK = { words: 28_000, facts: 220, kind: "asr" as const };
/** Of three quarters of an hour, for as many statements as can be asked for. */
const FULL_TALK = { words: 7_000, facts: 220, kind: "manual" as const };
/** More than an analysis makes. */
const ALL = 1_000;

export function scenarios(size: Size): Scenario[] {
	if (size === "short") return [SHORT];
	return size === "large" ? [...usual(ALL), SLOW] : usual(4);
}

/** Nothing of it is timed. */
const SHORT: Scenario = {
	name: "6 statements at once",
	max_statements: 6,
	rating_concurrency: 6,
	provider_ms: 0,
	source_ms: null,
	talk: { words: 600, facts: 8, kind: "asr" },
	repeats: 1,
	baseline_calls: 0,
};

const SLOW: Scenario = {
	name: "24 statements, answers in 8 s",
	...DEFAULTS,
	provider_ms: 8_000,
	talk: TALK,
	repeats: 1,
	baseline_calls: 4,
};

function usual(baseline_calls: number): Scenario[] {
	const of = (name: string, fields: Partial<Scenario>): Scenario => ({
		name,
		...DEFAULTS,
		provider_ms: 1_000,
		talk: FULL_TALK,
		repeats: 3,
		baseline_calls: 0,
		...fields,
	});
	const long = { talk: LONG_TALK };
	return [
		of("24 statements", { talk: TALK, baseline_calls }),
		// With the runs before it, as many requests as the source takes in a minute. A model that
		// reads pages takes longer.
		of("12 statements, with pages", {
			talk: TALK,
			max_statements: 12,
			source_ms: 600,
			provider_ms: 3_000,
		}),
		of("a moment", { talk: TALK, moment: "new" }),
		of("a moment, transcript kept", { talk: TALK, moment: "kept" }),
		of("100 statements", { max_statements: 100, repeats: 2 }),
		of("200 statements", { max_statements: 200, repeats: 2 }),
		of("3 hours, 24 statements", long),
		of("3 hours, 200 statements", { ...long, max_statements: 200, repeats: 2 }),
	];
}
