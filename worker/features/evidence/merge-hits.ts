import type { SourceId } from "#contract/verdicts.ts";
import { isSubdomainOf } from "#outbound/addresses.ts";
import { parseUrl } from "#text/parse-url.ts";
import type { Hit } from "./evidence-source.ts";
import { isOwnSite, pageKey } from "./page-site.ts";

/** The usual constant of reciprocal rank fusion (Cormack and others 2009). */
const RANK_OFFSET = 60;
/** Where the video itself stands, and copies of it. */
export const VIDEO_HOSTS = ["youtube.com", "youtu.be", "youtube-nocookie.com"];

/** What is no source for the video beside its own platform. */
export type Excluded = {
	/** This site's own host. */
	hosts: readonly string[];
	channel_name: string | null;
};

/**
 * The pages to open for a statement, best first: hits of all sources merged by
 * address, ordered by how high the sources rank them. A page that is read in
 * two versions counts once. `by_source` holds each source's hits in their rank.
 */
export function mergeHits(
	by_source: ReadonlyMap<SourceId, readonly Hit[]>,
	excluded: Excluded,
	max_pages: number,
): Hit[] {
	const pages = new Map<string, { score: number; hits: Map<string, Hit> }>();
	for (const hits of by_source.values()) {
		const ranks = new Map<string, number>();
		for (const hit of hits) {
			const key = pageKey(hit.url);
			if (key === null || isExcluded(hit.url, excluded)) continue;
			const page = pages.get(key) ?? { score: 0, hits: new Map() };
			pages.set(key, page);
			// Another version of a page has the page's rank, and adds nothing to it.
			if (!ranks.has(key)) {
				ranks.set(key, ranks.size);
				page.score += 1 / (RANK_OFFSET + ranks.size);
			}
			const version = hit.as_of ?? "";
			if (!page.hits.has(version)) page.hits.set(version, hit);
		}
	}
	return [...pages.entries()]
		.sort(
			([a, left], [b, right]) => right.score - left.score || (a < b ? -1 : 1),
		)
		.slice(0, max_pages)
		.flatMap(([, { hits }]) => [...hits.values()]);
}

function isExcluded(url: string, { hosts, channel_name }: Excluded): boolean {
	const hostname = parseUrl(url)?.hostname ?? "";
	return (
		isSubdomainOf(hostname, [...VIDEO_HOSTS, ...hosts]) ||
		isOwnSite(url, channel_name)
	);
}
