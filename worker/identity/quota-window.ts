import { isRecent } from "#worker/durations.ts";

/** A window starts with its first event; `count` is the amount consumed since then. */
export type QuotaWindow = {
	started_at_ms: number;
	window_ms: number;
	count: number;
	/** The part of `count` that was consumed from each inner network. */
	within?: Record<string, number>;
};

/** A network inside the one that a counter is for, with a limit of its own. */
export type InnerLimit = { network: string; limit: number };

/** `remaining` is the amount left in this window, which ends in `reset_s` seconds. */
export type QuotaAnswer = {
	ok: boolean;
	retry_after_s: number;
	remaining: number;
	reset_s: number;
	/** The limit with the least left, if inner networks have limits of their own. */
	limit?: number;
};

/** A consumed limit, for the response headers. */
export type CountedLimit = {
	/** The part of the key before the first colon. */
	policy: string;
	limit: number;
	window_ms: number;
	remaining: number;
	reset_s: number;
};

/** Keeps a stored window below 300 KB. The limits are reached before, unless they were raised. */
const MAX_INNER_NETWORKS = 10_000;

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
export function consumeWindow(window: QuotaWindow, limit: number, cost: number, now_ms: number) {
	const reset_s = Math.max(1, Math.ceil((windowEnd(window) - now_ms) / 1000));
	const ok = window.count + cost <= limit;
	const remaining = Math.max(0, limit - window.count - (ok ? cost : 0));
	return { ok, retry_after_s: ok ? 0 : reset_s, remaining, reset_s };
}

/**
 * The same for a window with inner networks, each of which must have room too. Returns the answer
 * of the one with the least left, with its limit.
 */
export function consumeNetworks(
	window: QuotaWindow,
	{ limit, within }: { limit: number; within: readonly InnerLimit[] },
	cost: number,
	now_ms: number,
) {
	const { within: inner = {} } = window;
	const is_full = Object.keys(inner).length >= MAX_INNER_NETWORKS;
	const answers = [
		{ limit, ...consumeWindow(window, limit, cost, now_ms) },
		...within.map(({ network, limit: most }) => {
			const used = inner[network];
			const count = used === undefined && is_full ? most : (used ?? 0);
			const answer = consumeWindow({ ...window, count }, most, cost, now_ms);
			return { limit: most, ...answer };
		}),
	];
	const refused = answers.find(({ ok }) => !ok);
	return refused ?? answers.reduce((least, it) => (it.remaining < least.remaining ? it : least));
}

/** The window with `more` consumed from these inner networks, or less if it is negative. */
export function countIn(
	window: QuotaWindow,
	more: number,
	networks: readonly string[],
): QuotaWindow {
	const count = Math.max(0, window.count + more);
	if (networks.length === 0) return { ...window, count };
	const within = { ...window.within };
	for (const network of networks) {
		const left = Math.max(0, (within[network] ?? 0) + more);
		if (left > 0) within[network] = left;
		else delete within[network];
	}
	return { ...window, count, within };
}
