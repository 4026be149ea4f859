import { DAY_MS } from "#worker/durations.ts";

/** The UTC day of an instant, as YYYY-MM-DD. */
export function utcDay(now_ms: number): string {
	return new Date(now_ms).toISOString().slice(0, "2026-01-31".length);
}

/** The day `days` before. */
export function dayBefore(now_ms: number, days: number): string {
	return utcDay(now_ms - days * DAY_MS);
}

/** The end of an instant's day in epoch milliseconds, when the limits start again. */
export function endOfDay(now_ms: number): number {
	return (Math.floor(now_ms / DAY_MS) + 1) * DAY_MS;
}

/** Calls to providers and their estimated cost in USD. */
export type Amount = { calls: number; usd: number };

/** The limits of the whole site for a day; 0 is no limit. */
export type DayLimits = Amount;

export type DayLimit = keyof DayLimits;

/** A sum may miss a limit by a rounding error. */
const ROUNDING_USD = 1e-9;

/** The limit that `more` on top of `taken` would exceed; null for none. */
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
