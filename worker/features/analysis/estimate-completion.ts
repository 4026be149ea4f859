/** Used until the first analysis has completed. */
const FIRST_GUESS_MS = 60_000;
/** Keeps the estimate in the future: an overdue run may end at any moment. */
const ANY_MOMENT_MS = 5_000;

/**
 * Estimates when a run ends, from its start and the median of the latest durations (milliseconds,
 * in any order).
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
