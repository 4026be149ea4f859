import * as z from "zod";
import type { OutboundErrorKind } from "#outbound/outbound.ts";

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

/** Why one attempt at a provider failed. Its message is safe to show. */
export class CallFailure extends Error {
	override readonly name = "CallFailure";
	readonly kind: ProviderFailureKind;
	readonly retry: Retry;
	/** The pause that the provider requested, or null. */
	readonly retry_after_ms: number | null;
	/** The HTTP status of the response, if it was an error status. */
	readonly status: number | null;
	constructor(
		kind: ProviderFailureKind,
		message: string,
		retry: Retry,
		answer: { status?: number; retry_after_ms?: number | null } = {},
	) {
		super(message);
		this.kind = kind;
		this.retry = retry;
		this.retry_after_ms = answer.retry_after_ms ?? null;
		this.status = answer.status ?? null;
	}
}

/** A complete answer that is unusable. Models are random, so one more attempt is worthwhile. */
export function badAnswer(message = "the answer could not be read"): CallFailure {
	return new CallFailure("bad_answer", message, "now");
}

/** The model refused. Another attempt would pay for the same refusal. */
export function declined(): CallFailure {
	return new CallFailure("refused", "the provider declined to answer", "no");
}

const Trouble = z.object({ error: z.unknown().refine(Boolean) });

/** Throws if the body reports an error. Proxies report upstream errors with status 200. */
export function throwReported(body: unknown): void {
	if (Trouble.safeParse(body).success)
		throw new CallFailure("unavailable", "the provider reported an error", "later");
}

/** Statuses that call for a pause, not for a different request. */
const PASSING = new Set([408, 409, 425]);

/** The failure for a status outside 200-299. */
export function failureOfStatus(status: number, retry_after_ms: number | null): CallFailure {
	if (status === 429)
		return new CallFailure("rate_limited", "rate limit reached", "later", {
			status,
			retry_after_ms,
		});
	if (status >= 500 || PASSING.has(status))
		return new CallFailure("unavailable", `the provider is unavailable (${status})`, "later", {
			status,
			retry_after_ms,
		});
	if (status === 401 || status === 403)
		return new CallFailure("refused", "the key was refused", "no", { status });
	return new CallFailure("refused", `the request was refused (${status})`, "no", { status });
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
