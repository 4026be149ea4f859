import { isSubdomainOf } from "#outbound/addresses.ts";
import { originalAddress } from "#text/archived-address.ts";
import { pageKey } from "#text/page-key.ts";
import { parseUrl } from "#text/parse-url.ts";
import type { AddedPage } from "./added-page-queries.ts";
import type { Hit } from "./evidence-source.ts";
import { isOwnSite } from "./page-site.ts";
import type { PublishedReview } from "./published-reviews.ts";

/** The usual constant of reciprocal rank fusion (Cormack and others 2009). */
const RANK_OFFSET = 60;
/** Hosts of the video itself and of its copies. */
export const VIDEO_HOSTS = ["youtube.com", "youtu.be", "youtube-nocookie.com"];

/** Sites that are excluded as sources, in addition to YouTube. */
export type Excluded = {
	/** This site's own host. */
	hosts: readonly string[];
	channel_name: string | null;
};

/**
 * The pages to open for a statement, best first: hits of all searches merged by
 * address, ordered by how high the searches rank them. A page that is read in
 * two versions counts once. `lists` holds each search's hits in their rank.
 */
export function mergeHits(
	lists: readonly (readonly Hit[])[],
	excluded: Excluded,
	max_pages: number,
): Hit[] {
	const pages = new Map<string, { score: number; hits: Map<string, Hit> }>();
	for (const hits of lists) {
		const ranks = new Map<string, number>();
		for (const hit of hits) {
			const key = pageKey(hit.url);
			if (key === null || isExcluded(hit.url, excluded)) continue;
			const page = pages.get(key) ?? { score: 0, hits: new Map() };
			pages.set(key, page);
			// A second version of a page keeps the page's rank and does not raise its score.
			if (!ranks.has(key)) {
				ranks.set(key, ranks.size);
				page.score += 1 / (RANK_OFFSET + ranks.size);
			}
			const version = hit.as_of ?? "";
			const known = page.hits.get(version);
			page.hits.set(version, known ? withReview(known, hit) : hit);
		}
	}
	return [...pages.entries()]
		.sort(([a, left], [b, right]) => right.score - left.score || (a < b ? -1 : 1))
		.slice(0, max_pages)
		.flatMap(([, { hits }]) => [...hits.values()]);
}

/** The first source opens the page; what a fact check says on it may come from another one. */
function withReview(hit: Hit, { review }: Hit): Hit {
	return { ...hit, review: hit.review ?? review };
}

/** Bounds what a run stores of one search. */
const MAX_REVIEWS = 20;

/**
 * What fact checks say of claims, with their addresses. A page may check several claims, and its
 * rank among the pages to open says nothing about the claim, so all of them are kept.
 */
export function foundReviews(
	lists: readonly (readonly Hit[])[],
	excluded: Excluded,
): PublishedReview[] {
	return lists
		.flat()
		.flatMap(({ url, review }) =>
			review === null || pageKey(url) === null || isExcluded(url, excluded)
				? []
				: [{ ...review, url }],
		)
		.slice(0, MAX_REVIEWS);
}

function isExcluded(url: string, { hosts, channel_name }: Excluded): boolean {
	const hostname = parseUrl(originalAddress(url))?.hostname ?? "";
	return isSubdomainOf(hostname, [...VIDEO_HOSTS, ...hosts]) || isOwnSite(url, channel_name);
}

/** The search hit of a page that a member added, or brought with a dispute. */
export function addedHit({ url, title, can_move }: AddedPage): Hit {
	const source = can_move ? "dispute" : "member";
	return { source, url, title, language: null, as_of: null, key: url, review: null };
}

/**
 * Appends members' pages after the sources' hits. A page that a source also found counts as the
 * source's.
 */
export function withAddedPages<Answer extends { hits: Hit[] }>(
	answer: Answer,
	added: readonly AddedPage[],
): Answer {
	const found = new Set(answer.hits.map(({ url }) => pageKey(url)));
	const others = added.filter(({ url }) => !found.has(pageKey(url)));
	return { ...answer, hits: [...answer.hits, ...others.map(addedHit)] };
}
