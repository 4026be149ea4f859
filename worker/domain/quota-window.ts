/** What was counted since the first event of a window. */
export type QuotaWindow = { started_at_ms: number; count: number };

/** The window that holds at this instant: the stored one, or a new one once that is over. */
export function windowAt(
	stored: QuotaWindow | undefined,
	window_ms: number,
	now_ms: number,
): QuotaWindow {
	return stored && now_ms < stored.started_at_ms + window_ms
		? stored
		: { started_at_ms: now_ms, count: 0 };
}

/** Whether `cost` more fits in, what is left after it, and for how many seconds the window lasts. */
export function judgeWindow(
	window: QuotaWindow,
	{ limit, window_ms }: { limit: number; window_ms: number },
	cost: number,
	now_ms: number,
) {
	const left_ms = window.started_at_ms + window_ms - now_ms;
	const reset_s = Math.max(1, Math.ceil(left_ms / 1000));
	const ok = window.count + cost <= limit;
	const remaining = Math.max(0, limit - window.count - (ok ? cost : 0));
	return { ok, retry_after_s: ok ? 0 : reset_s, remaining, reset_s };
}
