export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/**
 * Whether an instant is less than `ms` ago; all arguments in milliseconds. An instant in the
 * future does not count as recent, because it was stored before the clock was set back.
 */
export function isRecent(at_ms: number, ms: number, now_ms: number): boolean {
	return at_ms <= now_ms && now_ms < at_ms + ms;
}
