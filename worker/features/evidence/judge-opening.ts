import type { EVIDENCE_STATES } from "#contract/verdicts.ts";
import { REOPENED_EVERY_MS } from "#features/statements/evidence-queries.ts";
import { DAY_MS } from "#worker/durations.ts";
import { isGone, type ReopenOutcome } from "./reopen-page.ts";

/** What an opening says of a page's quotes, and when it is opened next. */
export type JudgedOpening = {
	again_in_ms: number;
	/** Since when the site has not answered; null if it does. */
	silent_since: string | null;
} & (
	| { known: false }
	| {
			known: true;
			content_hash: string | null;
			stateOf: (quote: number) => (typeof EVIDENCE_STATES)[number];
	  }
);

/** A failure may pass, so that it says nothing about the page. */
const FAILED_AGAIN_MS = DAY_MS;
/** A site that has not answered for so long is gone. */
const SILENT_MS = 28 * DAY_MS;

/** `now` and `silent_since` are instants. */
export function judgeOpening(
	outcome: ReopenOutcome,
	silent_since: string | null,
	now: string,
): JudgedOpening {
	if (outcome.ok) {
		const { content_hash, contains } = outcome;
		return {
			known: true,
			content_hash,
			silent_since: null,
			again_in_ms: REOPENED_EVERY_MS,
			stateOf: (quote) => (contains[quote] ? "found" : "changed"),
		};
	}
	const since = isSilent(outcome) ? (silent_since ?? now) : null;
	const silent_ms = since === null ? 0 : Date.parse(now) - Date.parse(since);
	if (isGone(outcome) || silent_ms >= SILENT_MS)
		return {
			known: true,
			content_hash: null,
			silent_since: since,
			again_in_ms: REOPENED_EVERY_MS,
			stateOf: () => "gone",
		};
	return { known: false, again_in_ms: FAILED_AGAIN_MS, silent_since: since };
}

/** Nobody gets an answer. A site that refuses programs may still show the page to people. */
function isSilent({ reason, status }: Extract<ReopenOutcome, { ok: false }>): boolean {
	return reason === "unreachable" || reason === "timeout" || (status !== null && status >= 500);
}
