import { durationMs } from "./durations.ts";

/**
 * How long the response headers ask the caller to wait, in milliseconds, or null.
 * `retry-after-ms` is more precise and takes precedence. `now` is in epoch milliseconds.
 */
export function retryAfterMs(headers: Headers, now: number): number | null {
	const fine = amount(headers.get("retry-after-ms"));
	if (fine !== null) return fine;
	const value = headers.get("retry-after");
	const seconds = amount(value);
	if (seconds !== null) return seconds * 1_000;
	const written = /^\s*[\d.]+\s*[a-z]/i.test(value ?? "") ? durationMs(value ?? "") : null;
	if (written !== null) return written;
	const at = Date.parse(value ?? "");
	return Number.isNaN(at) ? null : Math.max(0, at - now);
}

function amount(text: string | null): number | null {
	return text !== null && /^\s*\d{1,12}(?:\.\d{1,6})?\s*$/.test(text) ? Number(text) : null;
}
