/** Used before any analysis has completed. */
const FIRST_GUESS_MS = 60_000;
/** An estimate is never in the past: a late run may end at any moment. */
const ANY_MOMENT_MS = 5_000;

/**
 * Estimates when a run ends: its start and the median of the latest durations
 * (milliseconds, any order).
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
