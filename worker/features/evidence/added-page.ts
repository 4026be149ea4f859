import type { AddedPage } from "./added-page-queries.ts";
import type { Hit } from "./evidence-source.ts";
import type { SearchAnswer } from "./find-pages.ts";
import { pageKey } from "./page-site.ts";

/** The search hit of a page that a member added. */
export function addedHit({ url, title }: AddedPage): Hit {
	return { source: "member", url, title, language: null, as_of: null, key: url, review: null };
}

/**
 * Appends members' pages after the sources' hits. A page that a source also found counts as the
 * source's.
 */
export function withAddedPages(answer: SearchAnswer, added: readonly AddedPage[]): SearchAnswer {
	const found = new Set(answer.hits.map(({ url }) => pageKey(url)));
	const others = added.filter(({ url }) => !found.has(pageKey(url)));
	return { ...answer, hits: [...answer.hits, ...others.map(addedHit)] };
}
