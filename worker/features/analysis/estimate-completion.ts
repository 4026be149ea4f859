/** Before anything has been analysed there is nothing to go by. */
const FIRST_GUESS_MS = 60_000;
/** What is late is due any moment, and never in the past. */
const ANY_MOMENT_MS = 5_000;

/**
 * When a run is likely to end, from how long the latest ones took (milliseconds,
 * any order): the run's start and their median.
 */
export function estimateCompletion(
	started_at: string,
	durations_ms: readonly number[],
	now_ms: number,
): string {
	const sorted = [...durations_ms].sort((a, b) => a - b);
	const usual = sorted[Math.floor(sorted.length / 2)] ?? FIRST_GUESS_MS;
	const due = Date.parse(started_at) + usual;
	return new Date(Math.max(due, now_ms + ANY_MOMENT_MS)).toISOString();
}
