const DAY_MS = 86_400_000;

/** The day of an instant in UTC, as YYYY-MM-DD. */
export function utcDay(now_ms: number): string {
	return new Date(now_ms).toISOString().slice(0, "2026-01-31".length);
}

/** The day so many days before. */
export function dayBefore(now_ms: number, days: number): string {
	return utcDay(now_ms - days * DAY_MS);
}

/** When the day of an instant is over, in epoch milliseconds: the site's limits are then counted anew. */
export function endOfDay(now_ms: number): number {
	return (Math.floor(now_ms / DAY_MS) + 1) * DAY_MS;
}

/** Calls to providers and what they cost by estimate, in USD. */
export type Amount = { calls: number; usd: number };

/** What the whole site may take in a day; 0 is no limit. */
export type DayLimits = Amount;

export type DayLimit = keyof DayLimits;

/** A figure added up from others may miss a limit by a rounding. */
const ROUNDING_USD = 1e-9;

/** Which limit the day would pass with `more` on top of `taken`; null for none. */
export function limitPassedBy(
	more: Amount,
	taken: Amount,
	limits: DayLimits,
): DayLimit | null {
	const passes = (limit: DayLimit, slack: number) =>
		limits[limit] > 0 &&
		more[limit] > 0 &&
		taken[limit] + more[limit] > limits[limit] + slack;
	if (passes("calls", 0)) return "calls";
	if (passes("usd", ROUNDING_USD)) return "usd";
	return null;
}
