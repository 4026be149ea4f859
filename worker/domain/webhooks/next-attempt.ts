const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Pauses before the second attempt, the third and so on: Standard Webhooks' schedule, three days in all. */
const PAUSES_MS = [
	5 * SECOND_MS,
	5 * MINUTE_MS,
	30 * MINUTE_MS,
	2 * HOUR_MS,
	5 * HOUR_MS,
	10 * HOUR_MS,
	14 * HOUR_MS,
	20 * HOUR_MS,
	24 * HOUR_MS,
];
export const MAX_ATTEMPTS = PAUSES_MS.length + 1;
/** Up to this share is added, so that what failed together does not come back together. */
const JITTER = 0.1;
/** A receiver may ask to wait, but not for ever. */
const MAX_WAIT_MS = 24 * HOUR_MS;

/**
 * How long to wait after `attempts` failed ones, in milliseconds; null after the
 * last. `random` is in [0, 1); `asked_ms` is what the receiver's Retry-After asks.
 */
export function nextAttemptIn(
	attempts: number,
	random: number,
	asked_ms: number | null,
): number | null {
	const pause = PAUSES_MS[attempts - 1];
	if (pause === undefined) return null;
	const jittered = pause * (1 + JITTER * random);
	return Math.round(Math.max(jittered, Math.min(asked_ms ?? 0, MAX_WAIT_MS)));
}
