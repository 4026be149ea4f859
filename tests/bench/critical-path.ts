import type { OutsideCall, Stage } from "#tests/support/world/crash-invariants.ts";

/** Each waits for the one before it to be over. */
const CHAIN: Stage[] = ["player", "captions", "extraction", "rating"];

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
