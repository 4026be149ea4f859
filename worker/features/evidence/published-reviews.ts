import type { FactCheck, FactCheckReview } from "#contract/evidence.ts";
import { claimKey } from "#features/statements/claim-key.ts";
import { pageKey } from "#text/page-key.ts";
import { isPlausible } from "./publication-date.ts";

/** A published fact check with the address of its page. */
export type PublishedReview = FactCheckReview & { url: string };

/** Readers see at most this many beside a statement. */
const MAX_SHOWN = 5;

/**
 * The fact checks of the same claim, newest first: those whose claim has the words of the statement
 * or of its quote. A fact check of a similar claim would mislead. If a page is found twice, the
 * first one counts.
 */
export function sameClaimReviews(
	{ content, quote }: { content: string; quote: string },
	/** BCP 47 of the transcript. */
	language: string | null,
	found: readonly PublishedReview[],
	/** YYYY-MM-DD; a later date of a review is an error. */
	today: string,
): FactCheck[] {
	const said = new Set([content, quote].filter(hasWords).map((it) => claimKey(it, language)));
	const shown = new Map<string, FactCheck>();
	for (const { claim, publisher, rating, reviewed_at, url } of found) {
		const page = pageKey(url);
		if (page === null || shown.has(page) || !said.has(claimKey(claim, language))) continue;
		const published_at =
			reviewed_at !== null && isPlausible(reviewed_at, today) ? reviewed_at : null;
		shown.set(page, { publisher, published_at, rating, url });
	}
	return [...shown.values()]
		.sort((a, b) => (b.published_at ?? "").localeCompare(a.published_at ?? ""))
		.slice(0, MAX_SHOWN);
}

/** All texts without words have the same key. */
function hasWords(text: string): boolean {
	return /[\p{L}\p{N}]/u.test(text);
}
