import {
	CANONICAL_VERSION,
	type EVIDENCE_STATES,
	type PageNotice,
	type PageProblem,
} from "#contract/verdicts.ts";
import { REOPENED_EVERY_MS } from "#features/statements/evidence-queries.ts";
import { createTimeBudget, PAGE_TIMEOUT_MS } from "#outbound/open-page.ts";
import { DAY_MS } from "#worker/durations.ts";
import { earlierReading } from "./canonical-text-2.ts";
import { askRegister } from "./crossref.ts";
import type { EvidenceSource, HitOutcome, PageVersion, SourceContext } from "./evidence-source.ts";
import { isOnPage } from "./quote-check.ts";
import { readPage } from "./read-page.ts";
import { openWebPage } from "./web-pages.ts";

/** A page that was cited, and the quotes of it. */
export type CitedPage = {
	final_url: string;
	/** When its text was read. */
	fetched_at: string;
	/** Of the rules by which it was read. */
	canonical_version: number;
	/** In the page's own characters. */
	quotes: string[];
};

export type ReopenOutcome =
	| {
			ok: true;
			content_hash: string;
			/** For each quote, whether it is on the page. */
			contains: boolean[];
			/**
			 * For each quote, whether the page has it only as the version read it by which it was quoted:
			 * the page still has its words, and is read differently since.
			 */
			as_before: boolean[];
			/**
			 * Whether the page, or the register of papers, says by now that it is retracted. Absent if the
			 * page does not, and the register gave no answer.
			 */
			is_retracted?: boolean;
	  }
	| { ok: false; reason: PageProblem; status: number | null };

/** Opens a cited page again and looks for its quotes. Never rejects. */
export async function reopenPage(
	readers: readonly EvidenceSource[],
	page: CitedPage,
	version: PageVersion,
	context: SourceContext,
): Promise<ReopenOutcome> {
	const page_time = createTimeBudget(PAGE_TIMEOUT_MS, context.now);
	const timed = { ...context, page_time };
	const opened = await openAgain(readers, page, version, timed);
	if (!opened.ok) return opened;
	const today = new Date(context.now()).toISOString().slice(0, 10);
	const { page: open, api } = opened;
	const read = await readPage(open, today, context.readPdf, api);
	if (!read.ok) return { ...read, status: null };
	// What is kept may be older than the page's last opening.
	const registered = await askRegister(read.doi, timed, { afresh: true });
	const contains = page.quotes.map((quote) => isOnPage(quote, read.text, read.borders));
	const missing = page.canonical_version < CANONICAL_VERSION && contains.includes(false);
	const wasOnPage = missing ? earlierReading(open, read.text) : () => false;
	const is_retracted = [read.facts.notice, registered?.notice].some(isRetraction);
	return {
		ok: true,
		content_hash: read.facts.content_hash,
		contains,
		as_before: page.quotes.map((quote, at) => !contains[at] && wasOnPage(quote)),
		...((is_retracted || registered !== null) && { is_retracted }),
	};
}

function isRetraction(notice: PageNotice | null | undefined): boolean {
	return notice === "retracted" || notice === "retraction_notice";
}

/** Whether the site says that it no longer has the page. */
export function isGone(outcome: ReopenOutcome): boolean {
	return !outcome.ok && (outcome.status === 404 || outcome.status === 410);
}

function openAgain(
	readers: readonly EvidenceSource[],
	page: CitedPage,
	version: PageVersion,
	context: SourceContext,
): Promise<HitOutcome> {
	for (const reader of readers) {
		const opened = reader.reopen?.(page, version, context);
		if (opened) return opened;
	}
	return openWebPage({ url: page.final_url }, context);
}

type QuoteState = {
	state: (typeof EVIDENCE_STATES)[number];
	/** Whether the page has not changed there, but is read differently since. */
	read_differently: boolean;
};

/** What an opening says of a page's quotes, and when it is opened next. */
type JudgedOpening = {
	again_in_ms: number;
	/** Since when the site has not answered; null if it does. */
	silent_since: string | null;
} & (
	| { known: false }
	| { known: true; content_hash: string | null; stateOf: (quote: number) => QuoteState }
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
		const { content_hash, contains, as_before } = outcome;
		return {
			known: true,
			content_hash,
			silent_since: null,
			again_in_ms: REOPENED_EVERY_MS,
			stateOf: (quote) => ({
				state: contains[quote] || as_before[quote] ? "found" : "changed",
				read_differently: as_before[quote] === true,
			}),
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
			stateOf: () => ({ state: "gone", read_differently: false }),
		};
	return { known: false, again_in_ms: FAILED_AGAIN_MS, silent_since: since };
}

/** Nobody gets an answer. A site that refuses programs may still show the page to people. */
function isSilent({ reason, status }: Extract<ReopenOutcome, { ok: false }>): boolean {
	return reason === "unreachable" || reason === "timeout" || (status !== null && status >= 500);
}
