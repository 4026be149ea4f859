import { createQueue, type Grant, type Grants, type QueueTools } from "#outbound/grant-queue.ts";
import type { LeftRequests } from "./limit-headers.ts";
import { type Learned, mergeLearned, NOTHING_LEARNED } from "./refused-parameters.ts";

/** What every call to one model at one address goes through. */
export type Lane = {
	/** The model and its address; the same for all calls that share a gate. */
	name: string;
	/** The most requests at the same time; null for a server that limits itself. */
	at_once: number | null;
	/** A server of the operator's own, which may still be loading its model. */
	is_local: boolean;
};

export type GateRequest = {
	at_once: number | null;
	/** It is refused if it would have to wait longer. */
	patience_ms: number;
	/** A request that does not report its end by then counts as ended. */
	lease_ms: number;
};

export type GateGrant = {
	lease: number;
	learned: Learned;
	/** How many requests in a row were refused before without a pause that the provider named. */
	unnamed: number;
};

/** What one request has told of its provider. */
export type GateReport = {
	/** "refused": by a limit of the provider's, or because it is not ready. */
	end: "answered" | "refused" | "failed";
	/** The pause that the provider asks for; null if it names none. */
	wait_ms: number | null;
	/** The requests in a minute that it allows; null if it did not say. */
	per_minute: number | null;
	left: LeftRequests | null;
	learned: Partial<Learned> | null;
};

export type GateState = {
	/** Whether requests wait for a limit of the provider's, or until it is ready. */
	is_limited: boolean;
	/** The requests in a minute that it allows; null if that is not known. */
	per_minute: number | null;
};

/** Grants the requests to one model: the site's object, or one in a program's own process. */
export type ProviderGate = {
	/** Resolves when a request may be sent, or with null if it may not in time. */
	take: (request: GateRequest) => Promise<GateGrant | null>;
	settle: (lease: number, report: GateReport) => Promise<void>;
};

const MINUTE_MS = 60_000;
/** A provider counts a request when it comes, a little after it was granted. */
const COUNTED_MS = MINUTE_MS + 1_000;
/** A limit that was told or observed is kept so long after. */
const LIMIT_KEPT_MS = 10 * MINUTE_MS;
/** Of a refusal that names no pause, doubled by each further one. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/**
 * After so many refusals in a row that name no pause nobody waits any more. The pauses before them
 * take a minute, by which limits of a minute are over.
 */
export const MAX_UNNAMED = 7;
/** Longer than any patience. */
const NEVER_MS = Number.MAX_SAFE_INTEGER / 2;
/** A shorter pause is not for a limit by the minute, so nothing is concluded from it. */
const LIMIT_PAUSE_MS = 10_000;
/** Fewer tell no limit. */
const LEAST_OBSERVED = 2;

type Limit = Pick<GateRequest, "at_once" | "lease_ms">;
function keptUntil<T extends { until: number }>(it: T | null, now_ms: number): T | null {
	return it !== null && it.until > now_ms ? it : null;
}

type SentRequest = { at: number; until: number; end: GateReport["end"] | null };

export type ProviderGrants = Grants<Limit> & {
	note: (lease: number, report: GateReport, now_ms: number) => void;
	/** Those that waited were refused. Others may wait, and the first finds out what has changed. */
	goOn: () => void;
	unnamed: () => number;
	/** Whether a limit of the provider's allows no request now. */
	isLimited: (now_ms: number) => boolean;
	perMinute: (now_ms: number) => number | null;
};

/**
 * The rule by which a provider's requests are granted: so many at once, so many in a minute where
 * that is known, none while it asks to wait, and after a pause one alone until it is answered. A
 * limit that no refusal names is taken from how many were answered in the minute before.
 */
export function createProviderGrants(): ProviderGrants {
	/** Those of the last minute, and those that are not settled. */
	const sent = new Map<number, SentRequest>();
	let next_lease = 1;
	let paused_until = 0;
	let refusals = 0;
	/** Those in a row that named no pause. */
	let unnamed = 0;
	let is_given_up = false;
	let refused_at = 0;
	let is_probing = false;
	let limit: { requests: number; until: number } | null = null;
	let left: { requests: number; until: number } | null = null;

	function forgetOld(now_ms: number): void {
		for (const it of open()) if (it.until <= now_ms) it.end = "failed";
		for (const [lease, it] of sent)
			if (it.end !== null && now_ms - it.at >= COUNTED_MS) sent.delete(lease);
		limit = keptUntil(limit, now_ms);
		left = keptUntil(left, now_ms);
	}

	const open = () => [...sent.values()].filter((it) => it.end === null);

	function refusal({ at_once }: Limit, now_ms: number): Exclude<Grant, { lease: number }> | null {
		const until = (at: number) => ({ wait_ms: Math.max(1, at - now_ms), or_sooner: false });
		if (is_given_up) return { wait_ms: NEVER_MS, or_sooner: false };
		if (paused_until > now_ms) return until(paused_until);
		const under_way = open();
		const most = is_probing ? 1 : (at_once ?? Number.POSITIVE_INFINITY);
		if (under_way.length >= most)
			return { ...until(Math.min(...under_way.map((it) => it.until))), or_sooner: true };
		const oldest = oldestAtLimit();
		if (oldest !== null)
			return { ...until(oldest.at + COUNTED_MS), or_sooner: oldest.end === null };
		if (left !== null && left.requests <= 0) return until(left.until);
		return null;
	}

	/** The first request of the last minute if it had as many as the limit allows. */
	function oldestAtLimit(): SentRequest | null {
		const counted = [...sent.values()].filter((it) => it.end !== "refused");
		const is_full = limit !== null && counted.length >= limit.requests;
		return is_full ? (counted[0] ?? null) : null;
	}

	function pause(wait_ms: number, now_ms: number): void {
		paused_until = Math.max(paused_until, now_ms + Math.min(wait_ms, LIMIT_KEPT_MS));
		is_probing = true;
	}

	function pauseAfter(
		request: SentRequest | undefined,
		wait_ms: number | null,
		now_ms: number,
	): void {
		// Those that were under way together are refused for the same reason.
		if (!request || request.at >= refused_at) {
			refusals += 1;
			unnamed = wait_ms === null ? unnamed + 1 : 0;
			is_given_up = unnamed >= MAX_UNNAMED;
		}
		refused_at = now_ms;
		pause(wait_ms ?? Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (refusals - 1)), now_ms);
	}

	function observe(now_ms: number): void {
		const answered = [...sent.values()].filter((it) => it.end === "answered").length;
		// Others may share the limit, so that fewer were answered than it allows, but never more.
		const requests = Math.max(answered, limit?.requests ?? 0);
		if (answered >= LEAST_OBSERVED) limit = { requests, until: now_ms + LIMIT_KEPT_MS };
	}

	return {
		take(request, now_ms) {
			forgetOld(now_ms);
			const refused = refusal(request, now_ms);
			if (refused !== null) return refused;
			const lease = next_lease;
			next_lease += 1;
			sent.set(lease, { at: now_ms, until: now_ms + request.lease_ms, end: null });
			if (left !== null) left.requests -= 1;
			return { lease };
		},
		giveBack(lease) {
			const it = sent.get(lease);
			if (it && it.end === null) it.end = "failed";
		},
		pause,
		note(lease, report, now_ms) {
			const request = sent.get(lease);
			if (request) request.end = report.end;
			if (report.per_minute !== null)
				limit = { requests: report.per_minute, until: now_ms + LIMIT_KEPT_MS };
			if (report.left !== null) {
				const { requests, reset_ms } = report.left;
				// Those under way are not yet counted by the provider.
				left = { requests: requests - open().length, until: now_ms + reset_ms };
			}
			// What was sent before a refusal says nothing of the time after it.
			const is_free = report.end === "answered" && paused_until <= now_ms;
			if (is_free) {
				refusals = 0;
				unnamed = 0;
				is_probing = false;
			}
			if (report.end === "refused") pauseAfter(request, report.wait_ms, now_ms);
			const is_told = report.per_minute !== null;
			if (!is_told && paused_until - now_ms >= LIMIT_PAUSE_MS) observe(now_ms);
		},
		goOn() {
			is_given_up = false;
		},
		unnamed: () => unnamed,
		isLimited(now_ms) {
			forgetOld(now_ms);
			const has_none_left = left !== null && left.requests <= 0;
			return paused_until > now_ms || is_probing || oldestAtLimit() !== null || has_none_left;
		},
		perMinute: (now_ms) => (limit !== null && limit.until > now_ms ? limit.requests : null),
	};
}

/** A gate with what it has learned. `keep` is called whenever that changes. */
export function createProviderGate(
	{
		learned = NOTHING_LEARNED,
		keep = () => {},
	}: { learned?: Learned; keep?: (learned: Learned) => void } = {},
	tools?: QueueTools,
) {
	const grants = createProviderGrants();
	const queue = createQueue<Limit>(grants, tools);
	const now = tools?.now ?? Date.now;
	let known = learned;
	return {
		async take({ patience_ms, ...limit }: GateRequest): Promise<GateGrant | null> {
			const lease = await queue.take({ limit, patience_ms, urgent: false });
			return lease === null ? null : { lease, learned: known, unnamed: grants.unnamed() };
		},
		async settle(lease: number, report: GateReport): Promise<void> {
			if (report.learned !== null) {
				const merged = mergeLearned(known, report.learned);
				const is_new = JSON.stringify(merged) !== JSON.stringify(known);
				known = merged;
				if (is_new) keep(known);
			}
			grants.note(lease, report, now());
			queue.giveBack(lease);
			grants.goOn();
		},
		state: (): GateState => ({
			is_limited: queue.waiting > 0 && grants.isLimited(now()),
			per_minute: grants.perMinute(now()),
		}),
	};
}

/** Gates for one process, one for each lane. */
export function createGates(): (name: string) => ProviderGate {
	const gates = new Map<string, ProviderGate>();
	return (name) => {
		const gate = gates.get(name) ?? createProviderGate();
		gates.set(name, gate);
		return gate;
	};
}
