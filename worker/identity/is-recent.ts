/**
 * Whether an instant lies less than `ms` back. One that lies ahead does not: it
 * was noted before the clock was set back. All in milliseconds.
 */
export function isRecent(at_ms: number, ms: number, now_ms: number): boolean {
	return at_ms <= now_ms && now_ms < at_ms + ms;
}
