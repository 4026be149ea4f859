import type { PageProblem } from "#contract/verdicts.ts";
import type { EvidenceSource, HitOutcome, PageVersion, SourceContext } from "./evidence-source.ts";
import { isOnPage } from "./quote-check.ts";
import { readPage } from "./read-page.ts";
import { openWebPage } from "./web-pages.ts";

/** A page that was cited, and the quotes of it. */
export type CitedPage = {
	final_url: string;
	/** When its text was read. */
	fetched_at: string;
	/** In the page's own characters. */
	quotes: string[];
};

export type ReopenOutcome =
	| {
			ok: true;
			content_hash: string;
			/** For each quote, whether it is on the page. */
			contains: boolean[];
	  }
	| { ok: false; reason: PageProblem; status: number | null };

/** Opens a cited page again and looks for its quotes. Never rejects. */
export async function reopenPage(
	readers: readonly EvidenceSource[],
	page: CitedPage,
	version: PageVersion,
	context: SourceContext,
): Promise<ReopenOutcome> {
	const opened = await openAgain(readers, page, version, context);
	if (!opened.ok) return opened;
	const today = new Date(context.now()).toISOString().slice(0, 10);
	const { page: open, api } = opened;
	const read = await readPage(open, today, context.readPdf, api);
	if (!read.ok) return { ...read, status: null };
	return {
		ok: true,
		content_hash: read.facts.content_hash,
		contains: page.quotes.map((quote) => isOnPage(quote, read.text)),
	};
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
