const DAY_MS = 86_400_000;

/** The day of an instant in UTC, as YYYY-MM-DD. */
export function dayOf(now_ms: number): string {
	return new Date(now_ms).toISOString().slice(0, "2026-01-31".length);
}

/** The day so many days before. */
export function dayBefore(now_ms: number, days: number): string {
	return dayOf(now_ms - days * DAY_MS);
}

/** When the day of an instant is over, in epoch milliseconds: the site's limits are then counted anew. */
export function endOfDay(now_ms: number): number {
	return (Math.floor(now_ms / DAY_MS) + 1) * DAY_MS;
}
