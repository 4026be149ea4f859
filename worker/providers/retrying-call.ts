import { LIMIT_LEFT_NO_TIME } from "#contract/unfinished.ts";
import { type OutboundBounds, OutboundError, type OutboundFetch } from "#outbound/outbound.ts";
import {
	badAnswer,
	CallFailure,
	failureOfOutbound,
	type ProviderFailureKind,
} from "./call-failure.ts";
import { type LeftRequests, leftRequests } from "./limit-headers.ts";
import type { Usage } from "./prices.ts";
import { type GateReport, type Lane, MAX_UNNAMED, type ProviderGate } from "./provider-gate.ts";
import { type Learned, mergeLearned, NOTHING_LEARNED } from "./refused-parameters.ts";

/**
 * The outcome of one provider call as plain data, because it is sent between Durable Objects and
 * stored.
 */
export type Outcome<Answer> = {
	model: string;
	/** HTTP requests, including retries. */
	attempts: number;
	duration_ms: number;
	usage: Usage;
} & (
	| { ok: true; answer: Answer }
	| {
			ok: false;
			kind: ProviderFailureKind;
			message: string;
			/** The HTTP status of the last response, if it was an error status. */
			status: number | null;
			/** The vendor's own words, for the log. */
			said: string;
	  }
);

/** The outside dependencies of one call. */
export type CallContext = {
	fetch: OutboundFetch;
	/** The limit for the whole call, including retries and pauses, but not waits at the gate. */
	timeout_ms: number;
	/** How long it may wait for the provider's limits, or for a local server to be ready. */
	patience_ms: number;
	/** The gate of a lane, by its name. */
	gateOf: (name: string) => ProviderGate;
	now: () => number;
	/** In [0, 1). */
	random: () => number;
	sleep: (ms: number) => Promise<void>;
};

const MAX_ATTEMPTS = 3;
/** After a second bad answer, further attempts rarely help. */
const MAX_BAD_ANSWERS = 2;
/** No request has as many parameters to leave out. */
const MAX_CHANGES = 8;
const BACKOFF_BASE_MS = 500;
const BACKOFF_CAP_MS = 4_000;
/** No model answers faster, so a request with less time left would only cost money. */
const MIN_ATTEMPT_MS = 50;
/** A local server loads its model for as long at most. */
const LOADING_MS = 90_000;
/** Between two questions whether it is ready. */
const LOADING_PAUSE_MS = 2_000;

type ProviderCall<Answer> = {
	model: string;
	lane: Lane;
	/** The size limit of each attempt's response. */
	max_bytes: number;
	/** Rejects with CallFailure or OutboundError. Any other error counts as a bad answer. */
	attempt: (tools: AttemptTools) => Promise<Answer>;
};

/** What follows after a failed attempt. */
type Next = "end" | { pause_ms: number; begins_anew: boolean };

/**
 * Makes a provider call with retries: changed where the request was refused, after a pause where a
 * limit was reached. Each attempt goes through the lane's gate. `context.timeout_ms` covers the
 * attempts and pauses between failures, but no wait at the gate; `duration_ms` measures the same.
 * Never rejects.
 */
export async function callWithRetries<Answer>(
	call: ProviderCall<Answer>,
	context: CallContext,
): Promise<Outcome<Answer>> {
	const { model, lane } = call;
	const account = openCallAccount(call.max_bytes, context);
	const gate = context.gateOf(lane.name);
	const decide = createRetryRule(lane, context);
	const until_ms = context.now() + context.patience_ms;
	let learned: Learned = NOTHING_LEARNED;
	let failure: CallFailure | null = null;
	const failed = ({ kind, message, status, said }: CallFailure): Outcome<never> => {
		return { ok: false, kind, message, status, said, model, ...account.report() };
	};
	for (;;) {
		const grant = await takeGrant(gate, lane, until_ms - context.now(), context.timeout_ms);
		if (grant === null) return failed(failure ?? outOfTime());
		learned = mergeLearned(learned, grant.learned);
		const ended = await attemptOnce(call, account, learned, context.timeout_ms);
		const next = ended.ok ? "end" : decide(ended.failure, grant.unnamed);
		const report = ended.ok ? reportAnswer(learned) : reportFailure(ended.failure, next, lane);
		await settle(gate, grant.lease, { ...report, left: account.left_requests() });
		if (ended.ok) return { ok: true, answer: ended.answer, model, ...account.report() };
		failure = ended.failure;
		learned = mergeLearned(learned, failure.learns ?? {});
		if (next === "end" || !(await account.prepare(next))) return failed(failure);
	}
}

type Ended<Answer> = { ok: true; answer: Answer } | { ok: false; failure: CallFailure };

async function attemptOnce<Answer>(
	{ attempt }: ProviderCall<Answer>,
	account: CallAccount,
	learned: Learned,
	timeout_ms: number,
): Promise<Ended<Answer>> {
	try {
		return { ok: true, answer: await account.run(attempt, learned) };
	} catch (error) {
		return { ok: false, failure: callFailure(error, timeout_ms) };
	}
}

/** Without a gate that answers, the request is sent all the same. */
async function takeGrant(
	gate: ProviderGate,
	{ at_once }: Lane,
	patience_ms: number,
	lease_ms: number,
): Promise<{ lease: number | null; learned: Learned; unnamed: number } | null> {
	if (patience_ms < 0) return null;
	return gate
		.take({ at_once, patience_ms, lease_ms })
		.catch(() => ({ lease: null, learned: NOTHING_LEARNED, unnamed: 0 }));
}

type Told = Omit<GateReport, "left">;

/** An address is known to work when it has answered. */
function reportAnswer({ address }: Learned): Told {
	const learned = address === null ? null : { address };
	return { end: "answered", wait_ms: null, per_minute: null, learned };
}

function reportFailure(failure: CallFailure, next: Next, lane: Lane): Told {
	const { kind, retry_after_ms, per_minute, learns } = failure;
	const is_limit = next !== "end" && waitsAtGate(failure, lane);
	const end = kind === "bad_answer" ? "answered" : "failed";
	return {
		end: is_limit ? "refused" : end,
		wait_ms: retry_after_ms ?? (lane.is_local ? LOADING_PAUSE_MS : null),
		per_minute,
		learned: learns?.address ? null : learns,
	};
}

/** The gate may be gone by now: a lease ends by itself, and an answer must not be lost for it. */
async function settle(gate: ProviderGate, lease: number | null, report: GateReport): Promise<void> {
	if (lease !== null) await gate.settle(lease, report).catch(() => {});
}

function outOfTime(): CallFailure {
	return new CallFailure("rate_limited", LIMIT_LEFT_NO_TIME, "no");
}

/** Whether the next attempt waits until the provider takes requests again, as all other calls do. */
function waitsAtGate({ kind, retry_after_ms, status }: CallFailure, { is_local }: Lane): boolean {
	if (kind === "rate_limited") return true;
	return kind === "unavailable" && (retry_after_ms !== null || (is_local && status === 503));
}

/** Through the gate with the whole time again. */
const AT_GATE: Next = { pause_ms: 0, begins_anew: true };

/** Decides after each failure of one call, of which it keeps the count. */
function createRetryRule(lane: Lane, { now, random }: CallContext) {
	let tries = 0;
	let bad_answers = 0;
	let changes = 0;
	let cuts = 0;
	let unnamed_limits = 0;
	let loading_since: number | null = null;

	function afterChange({ room }: Partial<Learned>): Next {
		changes += 1;
		if (room !== undefined) cuts += 1;
		return cuts > 1 || changes > MAX_CHANGES ? "end" : AT_GATE;
	}

	/** A wait that the provider names is kept as long as there is time for it. */
	function afterLimit(retry_after_ms: number | null, unnamed_before: number): Next {
		if (retry_after_ms !== null) return AT_GATE;
		unnamed_limits = Math.max(unnamed_limits, unnamed_before) + 1;
		return unnamed_limits >= MAX_UNNAMED ? "end" : AT_GATE;
	}

	function whileLoading(): Next {
		loading_since ??= now();
		return now() - loading_since < LOADING_MS ? AT_GATE : "end";
	}

	function afterTry(failure: CallFailure): Next {
		tries += 1;
		if (failure.kind === "bad_answer") bad_answers += 1;
		if (tries >= MAX_ATTEMPTS || bad_answers >= MAX_BAD_ANSWERS) return "end";
		if (waitsAtGate(failure, lane)) return AT_GATE;
		const cap = Math.min(BACKOFF_CAP_MS, BACKOFF_BASE_MS * 2 ** (tries - 1));
		return { pause_ms: failure.retry === "now" ? 0 : random() * cap, begins_anew: false };
	}

	return (failure: CallFailure, unnamed_before: number): Next => {
		if (failure.retry === "no") return "end";
		if (failure.learns) return afterChange(failure.learns);
		if (failure.kind === "rate_limited") return afterLimit(failure.retry_after_ms, unnamed_before);
		return lane.is_local && waitsAtGate(failure, lane) ? whileLoading() : afterTry(failure);
	};
}

function callFailure(error: unknown, timeout_ms: number): CallFailure {
	if (error instanceof CallFailure) return error;
	if (error instanceof OutboundError) return failureOfOutbound(error.kind, timeout_ms);
	return badAnswer();
}

export type AttemptTools = {
	/** Sends one HTTP request within the call's remaining time. Rejects with OutboundError. */
	send: (url: string, init: RequestInit) => Promise<Response>;
	/** Adds the cost of a response, whether it is usable or not. */
	spend: (usage: Usage) => void;
	/** What is known of the model. */
	learned: Learned;
	/** Epoch milliseconds. */
	now: () => number;
};

/** Tracks one call's time, requests and usage over all of its attempts. */
type CallAccount = {
	run: <Answer>(
		attempt: (tools: AttemptTools) => Promise<Answer>,
		learned: Learned,
	) => Promise<Answer>;
	/** What the last response said of the requests that are left. */
	left_requests: () => LeftRequests | null;
	/** Pauses before the next attempt. False if that leaves no time for it. */
	prepare: (next: Exclude<Next, "end">) => Promise<boolean>;
	report: () => { attempts: number; duration_ms: number; usage: Usage };
};

/**
 * Counts time while an attempt has a slot or streams, and during pauses. Waiting for a slot does
 * not count, so that a busy gate does not make calls fail.
 */
function openCallAccount(max_bytes: number, context: CallContext): CallAccount {
	const { now } = context;
	let attempts = 0;
	let spent_ms = 0;
	let earlier_ms = 0;
	let left_requests: LeftRequests | null = null;
	let usage: Usage = { input_tokens: null, output_tokens: null, cost_usd: null };
	const left_ms = () => context.timeout_ms - spent_ms;
	const charge = (since: number) => {
		// A clock that was set back must not add time.
		spent_ms += Math.max(0, now() - since);
	};

	return {
		report: () => ({ attempts, duration_ms: Math.round(earlier_ms + spent_ms), usage }),
		left_requests: () => left_requests,
		run: async (attempt, learned) => {
			let running_since = now();
			left_requests = null;
			const granted = () => {
				running_since = now();
			};
			try {
				return await attempt({
					now,
					learned,
					spend: (used) => {
						usage = sum(usage, used);
					},
					send: async (url, init) => {
						attempts += 1;
						const bounds: OutboundBounds = { timeout_ms: left_ms(), max_bytes, granted };
						const response = await context.fetch(url, init, bounds);
						left_requests = leftRequests(response.headers, now());
						return response;
					},
				});
			} finally {
				charge(running_since);
			}
		},
		prepare: async ({ pause_ms, begins_anew }) => {
			if (begins_anew) {
				earlier_ms += spent_ms;
				spent_ms = 0;
			}
			if (pause_ms + MIN_ATTEMPT_MS > left_ms()) return false;
			if (pause_ms <= 0) return true;
			const since = now();
			await context.sleep(pause_ms);
			charge(since);
			return true;
		},
	};
}

function sum(total: Usage, used: Usage): Usage {
	return {
		input_tokens: plus(total.input_tokens, used.input_tokens),
		output_tokens: plus(total.output_tokens, used.output_tokens),
		cost_usd: plus(total.cost_usd, used.cost_usd),
	};
}

function plus(total: number | null, used: number | null): number | null {
	if (used === null) return total;
	return (total ?? 0) + used;
}
