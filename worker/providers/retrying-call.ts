import { type OutboundBounds, OutboundError, type OutboundFetch } from "#outbound/outbound.ts";
import {
	badAnswer,
	CallFailure,
	failureOfOutbound,
	type ProviderFailureKind,
} from "./call-failure.ts";
import type { Usage } from "./prices.ts";

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
	  }
);

/** The outside dependencies of one call. */
export type CallContext = {
	fetch: OutboundFetch;
	/** The limit for the whole call, including retries and pauses. */
	timeout_ms: number;
	now: () => number;
	/** In [0, 1). */
	random: () => number;
	sleep: (ms: number) => Promise<void>;
};

const MAX_ATTEMPTS = 3;
/** After a second bad answer, further attempts rarely help. */
const MAX_BAD_ANSWERS = 2;
const BACKOFF_BASE_MS = 500;
const BACKOFF_CAP_MS = 4_000;
/** If the provider requests a longer pause, it cannot answer within this run. */
const MAX_RETRY_AFTER_MS = 10_000;
/** No model answers faster, so a request with less time left would only cost money. */
const MIN_ATTEMPT_MS = 50;

type ProviderCall<Answer> = {
	model: string;
	/** The size limit of each attempt's response. */
	max_bytes: number;
	/** Rejects with CallFailure or OutboundError. Any other error counts as a bad answer. */
	attempt: (tools: AttemptTools) => Promise<Answer>;
};

/**
 * Makes a provider call with retries. `context.timeout_ms` covers all attempts and pauses, but
 * not the waits for a slot; `duration_ms` measures the same. Never rejects.
 */
export async function callWithRetries<Answer>(
	call: ProviderCall<Answer>,
	context: CallContext,
): Promise<Outcome<Answer>> {
	const { model, attempt } = call;
	const account = openCallAccount(call.max_bytes, context);
	let bad_answers = 0;
	for (let tries = 1; ; tries += 1) {
		try {
			const answer = await account.run(attempt);
			return { ok: true, answer, model, ...account.report() };
		} catch (error) {
			const failure = callFailure(error, context.timeout_ms);
			if (failure.kind === "bad_answer") bad_answers += 1;
			const again = tries < MAX_ATTEMPTS && bad_answers < MAX_BAD_ANSWERS;
			const pause = again ? pauseBefore(failure, tries, context.random) : null;
			if (pause === null || pause + MIN_ATTEMPT_MS > account.left_ms()) {
				const { kind, message, status } = failure;
				return { ok: false, kind, message, status, model, ...account.report() };
			}
			await account.pause(pause);
		}
	}
}

/** Milliseconds before the next attempt, or null if there is none. */
function pauseBefore(failure: CallFailure, tries: number, random: () => number): number | null {
	if (failure.retry === "no") return null;
	if (failure.retry === "now") return 0;
	const asked = failure.retry_after_ms;
	if (asked === null) {
		const cap = Math.min(BACKOFF_CAP_MS, BACKOFF_BASE_MS * 2 ** (tries - 1));
		return random() * cap;
	}
	if (asked > MAX_RETRY_AFTER_MS) return null;
	// Not earlier than requested, and randomised so that callers do not retry at the same time.
	return asked + random() * BACKOFF_BASE_MS;
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
	/** Epoch milliseconds. */
	now: () => number;
};

/** Tracks one call's time, requests and usage over all of its attempts. */
type CallAccount = {
	run: <Answer>(attempt: (tools: AttemptTools) => Promise<Answer>) => Promise<Answer>;
	pause: (ms: number) => Promise<void>;
	left_ms: () => number;
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
	let usage: Usage = { input_tokens: null, output_tokens: null, cost_usd: null };
	const left_ms = () => context.timeout_ms - spent_ms;
	const charge = (since: number) => {
		// A clock that was set back must not add time.
		spent_ms += Math.max(0, now() - since);
	};

	return {
		left_ms,
		report: () => ({ attempts, duration_ms: Math.round(spent_ms), usage }),
		run: async (attempt) => {
			let running_since = now();
			const granted = () => {
				running_since = now();
			};
			try {
				return await attempt({
					now,
					spend: (used) => {
						usage = sum(usage, used);
					},
					send: (url, init) => {
						attempts += 1;
						const bounds: OutboundBounds = { timeout_ms: left_ms(), max_bytes, granted };
						return context.fetch(url, init, bounds);
					},
				});
			} finally {
				charge(running_since);
			}
		},
		pause: async (ms) => {
			if (ms <= 0) return;
			const since = now();
			await context.sleep(ms);
			charge(since);
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
