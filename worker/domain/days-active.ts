const DAY_MS = 24 * 60 * 60 * 1_000;

/** Whole days between two ISO 8601 instants; 0 on the first day. */
export function daysActive(created_at: string, now: string): number {
	const passed_ms = Date.parse(now) - Date.parse(created_at);
	return Math.max(0, Math.floor(passed_ms / DAY_MS));
}
