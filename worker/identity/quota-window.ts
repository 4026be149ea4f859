import { isRecent } from "#worker/durations.ts";

/** A window starts with its first event; `count` is the amount consumed since then. */
export type QuotaWindow = {
	started_at_ms: number;
	window_ms: number;
	count: number;
};

/** The stored window, or a new one if the stored one has ended. */
export function windowStart(
	stored: QuotaWindow | undefined,
	window_ms: number,
	now_ms: number,
): QuotaWindow {
	return stored?.window_ms === window_ms && isWithin(stored, now_ms)
		? stored
		: { started_at_ms: now_ms, window_ms, count: 0 };
}

export function isWithin(window: QuotaWindow, now_ms: number): boolean {
	return isRecent(window.started_at_ms, window.window_ms, now_ms);
}

/** The end of the window in epoch milliseconds. */
export function windowEnd({ started_at_ms, window_ms }: QuotaWindow): number {
	return started_at_ms + window_ms;
}

/**
 * Returns whether `cost` fits into the window, the amount left afterwards, and the seconds until
 * the window ends.
 */
export function consumeWindow(
	window: QuotaWindow,
	limit: number,
	cost: number,
	now_ms: number,
) {
	const reset_s = Math.max(1, Math.ceil((windowEnd(window) - now_ms) / 1000));
	const ok = window.count + cost <= limit;
	const remaining = Math.max(0, limit - window.count - (ok ? cost : 0));
	return { ok, retry_after_s: ok ? 0 : reset_s, remaining, reset_s };
}
