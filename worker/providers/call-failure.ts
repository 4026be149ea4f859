import { DAY_USED_UP } from "#contract/unfinished.ts";
import type { OutboundErrorKind } from "#outbound/outbound.ts";
import type { Learned, Room } from "./refused-parameters.ts";

export type ProviderFailureKind =
	| "timeout"
	| "rate_limited"
	| "unavailable"
	| "refused"
	| "bad_answer"
	| "too_large"
	| "network"
	| "not_configured"
	| "budget";

/**
 * "now": another attempt may succeed by chance or with a changed request. "later": another
 * attempt may succeed after a pause.
 */
export type Retry = "no" | "now" | "later";

/** What the operator alone can end. */
export const LASTING = {
	key: "the key was refused",
	credit: "no credit is left",
	model: "it has no model of this name",
	context: "its context is too small for the question",
	day: DAY_USED_UP,
	not_configured: "the provider is no longer configured",
} as const;
const REFUSED_REQUEST = "the request was refused";
const DECLINED = "the provider declined to answer";

export function refusedRequest(status: number): string {
	return `${REFUSED_REQUEST} (${status})`;
}

/** When another analysis may succeed after this failure; null if no wait helps. */
export function helpfulWait(message: string): "minutes" | "day" | null {
	if (message === LASTING.day) return "day";
	const lasts = Object.values<string>(LASTING).includes(message) || message === DECLINED;
	return lasts || message.startsWith(REFUSED_REQUEST) ? null : "minutes";
}

type Answered = {
	status?: number | null;
	retry_after_ms?: number | null;
	per_minute?: number | null;
	learns?: Partial<Learned> | null;
	said?: string;
};

/** Why one attempt at a provider failed. Its message is safe to show. */
export class CallFailure extends Error {
	override readonly name = "CallFailure";
	readonly kind: ProviderFailureKind;
	readonly retry: Retry;
	/** The pause that the provider requested, or null. */
	readonly retry_after_ms: number | null;
	/** The requests in a minute that it allows, or null. */
	readonly per_minute: number | null;
	/** The HTTP status of the response, if it was an error status. */
	readonly status: number | null;
	/** What a changed request would do otherwise; null if no change would help. */
	readonly learns: Partial<Learned> | null;
	/** The vendor's own words, for the log; "" if there are none. */
	readonly said: string;
	constructor(kind: ProviderFailureKind, message: string, retry: Retry, answer: Answered = {}) {
		super(message);
		this.kind = kind;
		this.retry = retry;
		this.retry_after_ms = answer.retry_after_ms ?? null;
		this.per_minute = answer.per_minute ?? null;
		this.status = answer.status ?? null;
		this.learns = answer.learns ?? null;
		this.said = answer.said ?? "";
	}
}

/** A complete answer that is unusable. Models are random, so one more attempt is worthwhile. */
export function badAnswer(message = "the answer could not be read"): CallFailure {
	return new CallFailure("bad_answer", message, "now");
}

/** The model refused. Another attempt would pay for the same refusal. */
export function declined(): CallFailure {
	return new CallFailure("refused", DECLINED, "no");
}

/** The question does not fit into the model's context, so no other attempt at it helps. */
export function contextTooSmall(): CallFailure {
	return new CallFailure("refused", LASTING.context, "no");
}

/**
 * The failure for an answer that reached the limit of its tokens: one more attempt with more room
 * helps, unless the request had no limit.
 */
export function cutOff(room: Room): CallFailure {
	const message = "the answer was cut off";
	if (room === 2) return new CallFailure("bad_answer", message, "no");
	return new CallFailure("bad_answer", message, "now", { learns: { room: room === 0 ? 1 : 2 } });
}

/** The failure for an outgoing call that the gate ended. */
export function failureOfOutbound(kind: OutboundErrorKind, timeout_ms: number): CallFailure {
	switch (kind) {
		case "timeout":
			return new CallFailure("timeout", `timed out after ${timeout_ms / 1_000} s`, "later");
		case "too_large":
			return new CallFailure("too_large", "the answer was too large", "no");
		case "redirect":
			return new CallFailure("network", "the provider sent a redirect", "no");
		case "aborted":
			return new CallFailure("network", "the call was stopped", "no");
		case "network":
			return new CallFailure("network", "the provider could not be reached", "later");
	}
}
