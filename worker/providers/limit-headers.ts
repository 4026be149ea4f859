import { durationMs } from "#outbound/durations.ts";

/** How many requests a provider still takes, and when its count begins anew. */
export type LeftRequests = { requests: number; reset_ms: number };

/** The pairs of headers in use: OpenAI and Groq, Anthropic, and the IETF's draft with its forerunner. */
const PAIRS = [
	["x-ratelimit-remaining-requests", "x-ratelimit-reset-requests"],
	["anthropic-ratelimit-requests-remaining", "anthropic-ratelimit-requests-reset"],
	["x-ratelimit-remaining", "x-ratelimit-reset"],
	["ratelimit-remaining", "ratelimit-reset"],
] as const;

/** What a response's headers say of the requests that are left; null if they say nothing. */
export function leftRequests(headers: Headers, now_ms: number): LeftRequests | null {
	for (const [remaining, reset] of PAIRS) {
		const left = headers.get(remaining);
		const reset_ms = resetMs(headers.get(reset) ?? "", now_ms);
		if (left !== null && /^\s*\d{1,9}\s*$/.test(left) && reset_ms !== null)
			return { requests: Number(left), reset_ms };
	}
	return null;
}

const EPOCH_SECONDS = 1_000_000_000;
const EPOCH_MS = 1_000_000_000_000;

/** From "1m30s", "12", an epoch in seconds or milliseconds, or a date. */
export function resetMs(text: string, now_ms: number): number | null {
	const number = text.trim() === "" ? Number.NaN : Number(text);
	if (number >= EPOCH_MS) return Math.max(0, number - now_ms);
	if (number >= EPOCH_SECONDS) return Math.max(0, number * 1_000 - now_ms);
	if (number >= 0) return number * 1_000;
	const at = Date.parse(text);
	return Number.isNaN(at) ? durationMs(text) : Math.max(0, at - now_ms);
}
