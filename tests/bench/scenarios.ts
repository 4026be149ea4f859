/** One row of the bench. */
export type Scenario = {
	name: string;
	max_statements: number;
	/** Statements in flight at once, each with its whole panel. */
	rating_concurrency: number;
	/** What each provider call takes; the platform's take PLATFORM_MS. */
	provider_ms: number;
	talk: { words: number; facts: number; kind: "manual" | "asr" };
	/** Runs of which the middle one counts: a shared machine has its moods. */
	repeats: number;
	/** Provider calls of the baseline that are really made; 0 for no baseline. */
	baseline_calls: number;
};

/** Player and captions answer in about this. */
export const PLATFORM_MS = 300;

const DEFAULTS = { max_statements: 24, rating_concurrency: 24 };
/** A quarter of an hour. */
const TALK = { words: 2_400, facts: 24, kind: "manual" as const };
/** Three hours with automatic captions, word by word. */
const LONG_TALK = { words: 28_000, facts: 220, kind: "asr" as const };
/** More than an analysis makes. */
const ALL = 1_000;

/** `short` leaves the long talks out and measures less of the baselines. */
export function scenarios(short: boolean): Scenario[] {
	return short ? usual(short) : [...usual(short), ...long()];
}

function usual(short: boolean): Scenario[] {
	return [
		{
			name: "24 statements, answers in 1 s",
			...DEFAULTS,
			provider_ms: 1_000,
			talk: TALK,
			repeats: short ? 1 : 3,
			baseline_calls: short ? 6 : ALL,
		},
		{
			name: "24 statements, answers in 8 s",
			...DEFAULTS,
			provider_ms: 8_000,
			talk: TALK,
			repeats: 1,
			baseline_calls: short ? 1 : 4,
		},
	];
}

function long(): Scenario[] {
	return [
		{
			name: "3 hours, 24 statements, 1 s",
			...DEFAULTS,
			provider_ms: 1_000,
			talk: LONG_TALK,
			repeats: 3,
			baseline_calls: 0,
		},
		{
			name: "3 hours, 100 statements, 1 s",
			...DEFAULTS,
			max_statements: 100,
			provider_ms: 1_000,
			talk: LONG_TALK,
			repeats: 3,
			baseline_calls: 0,
		},
	];
}
