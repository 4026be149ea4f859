/**
 * The rule by which one object grants the whole site's requests to a source:
 * so many at once, so many within a window, and none while the source asks to
 * wait. Pure: the caller brings the clock (epoch milliseconds).
 */
export type SourceLimit = {
	at_once: number;
	requests: number;
	window_ms: number;
};

const MINUTE_MS = 60_000;

/** Wikimedia allows three at once, and 200 a minute with a contact address; some are left as a reserve. */
export const WIKIPEDIA_LIMIT: SourceLimit = {
	...{ at_once: 3, requests: 180, window_ms: MINUTE_MS },
};
/** It allows 10 a minute without one. */
export const WIKIPEDIA_LIMIT_WITHOUT_CONTACT: SourceLimit = {
	...{ at_once: 3, requests: 10, window_ms: MINUTE_MS },
};
/** NCBI's rule without a key. */
export const PUBMED_LIMIT: SourceLimit = {
	...{ at_once: 3, requests: 3, window_ms: 1_000 },
};

/** If a request never reports its end, its place is free again after this. */
const LEASE_MS = 15_000;
/** No source is waited for longer, whatever it asks. */
const MAX_PAUSE_MS = 10 * MINUTE_MS;

/** Either a lease, to be given back, or how long to wait before asking again. */
export type Grant = { lease: number } | { wait_ms: number };

export type SourceGrants = {
	take: (limit: SourceLimit, now_ms: number) => Grant;
	giveBack: (lease: number) => void;
	/** The source asked for a pause. */
	pause: (wait_ms: number, now_ms: number) => void;
};

export function createSourceGrants(): SourceGrants {
	/** When each lease was granted. */
	const leases = new Map<number, number>();
	/** When requests were granted, within the window, in order. */
	let granted: number[] = [];
	let paused_until = 0;
	let next_lease = 1;

	return {
		take({ at_once, requests, window_ms }, now_ms) {
			for (const [lease, since] of leases)
				if (now_ms - since >= LEASE_MS) leases.delete(lease);
			granted = granted.filter((at) => now_ms - at < window_ms);
			if (paused_until > now_ms) return { wait_ms: paused_until - now_ms };
			const [oldest] = granted;
			if (granted.length >= requests && oldest !== undefined)
				return { wait_ms: Math.max(1, oldest + window_ms - now_ms) };
			if (leases.size >= at_once) return { wait_ms: BUSY_WAIT_MS };
			const lease = next_lease;
			next_lease += 1;
			leases.set(lease, now_ms);
			granted.push(now_ms);
			return { lease };
		},
		giveBack: (lease) => void leases.delete(lease),
		pause(wait_ms, now_ms) {
			const until = now_ms + Math.min(wait_ms, MAX_PAUSE_MS);
			paused_until = Math.max(paused_until, until);
		},
	};
}

/** A request takes some tenths of a second; then a place is free. */
const BUSY_WAIT_MS = 100;
