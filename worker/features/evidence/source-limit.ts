import {
	createQueue,
	type GrantQueue,
	type Grants,
	type GrantRequest as QueuedRequest,
	type QueueTools,
} from "#outbound/grant-queue.ts";

/**
 * The rule by which one object grants the whole site's requests to a source:
 * so many at once, so many within a window, and none while the source asks to
 * wait. Pure: the caller brings the clock (epoch milliseconds).
 */
export type SourceLimit = { at_once: number; requests: number; window_ms: number };

const MINUTE_MS = 60_000;

/** Wikimedia allows three at once, and 200 a minute with a contact address; some are left as a reserve. */
export const WIKIPEDIA_LIMIT: SourceLimit = { at_once: 3, requests: 180, window_ms: MINUTE_MS };
/** It allows 10 a minute without one. */
export const WIKIPEDIA_LIMIT_WITHOUT_CONTACT: SourceLimit = {
	at_once: 3,
	requests: 10,
	window_ms: MINUTE_MS,
};
/** NCBI's rule without a key. */
export const PUBMED_LIMIT: SourceLimit = { at_once: 3, requests: 3, window_ms: 1_000 };

/** The plan's 50 a second, with a reserve. */
export const BRAVE_LIMIT: SourceLimit = { at_once: 10, requests: 40, window_ms: 1_000 };

/** The engines behind the server limit it more than it limits itself. */
export const SEARXNG_LIMIT: SourceLimit = { at_once: 3, requests: 60, window_ms: MINUTE_MS };

/** Google publishes no quota for it. */
export const FACT_CHECK_LIMIT: SourceLimit = { at_once: 3, requests: 5, window_ms: 1_000 };

/** The archive publishes none, and blocks addresses that ask more. */
export const ARCHIVE_LIMIT: SourceLimit = { at_once: 1, requests: 15, window_ms: MINUTE_MS };

/** What Crossref allows without a contact address, five a second; one after another, so that no paper is asked for twice. */
export const CROSSREF_LIMIT: SourceLimit = { at_once: 1, requests: 5, window_ms: 1_000 };

/** If a request never reports its end, its place is free again after this. */
const LEASE_MS = 15_000;
/** No source is waited for longer, whatever it asks. */
const MAX_PAUSE_MS = 10 * MINUTE_MS;

export function createSourceGrants(): Grants<SourceLimit> {
	/** When each lease was granted. */
	const leases = new Map<number, number>();
	/** When requests were granted, within the window, in order. */
	let granted: number[] = [];
	let paused_until = 0;
	let next_lease = 1;

	return {
		take({ at_once, requests, window_ms }, now_ms) {
			for (const [lease, since] of leases) if (now_ms - since >= LEASE_MS) leases.delete(lease);
			granted = granted.filter((at) => now_ms - at < window_ms);
			if (paused_until > now_ms) return { wait_ms: paused_until - now_ms, or_sooner: false };
			const [oldest] = granted;
			if (granted.length >= requests && oldest !== undefined)
				return { wait_ms: Math.max(1, oldest + window_ms - now_ms), or_sooner: false };
			if (leases.size >= at_once) {
				const since = Math.min(...leases.values());
				const wait_ms = Math.max(1, since + LEASE_MS - now_ms);
				return { wait_ms, or_sooner: true };
			}
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

export type GrantRequest = QueuedRequest<SourceLimit>;

/** Grants requests in their order, each as soon as the source's limit has room for it. */
export function createGrantQueue(tools?: QueueTools): GrantQueue<SourceLimit> {
	return createQueue(createSourceGrants(), tools);
}
