import { isSubdomainOf } from "#outbound/addresses.ts";
import { parseUrl } from "#text/parse-url.ts";
import type { AddedPage } from "./added-page-queries.ts";
import type { Hit, HitOutcome, SourceContext } from "./evidence-source.ts";
import type { SearchAnswer } from "./find-pages.ts";
import { pageKey } from "./page-site.ts";

const WIKIPEDIA = ["wikipedia.org"];

/** A page that no source named. */
export function addedHit({ url, title }: AddedPage): Hit {
	return {
		...{ source: "member", url, title, language: null },
		...{ as_of: null, key: url },
	};
}

/** The pages of members come last; what a source found is the source's. */
export function withAddedPages(
	answer: SearchAnswer,
	added: readonly AddedPage[],
): SearchAnswer {
	const found = new Set(answer.hits.map(({ url }) => pageKey(url)));
	const others = added.filter(({ url }) => !found.has(pageKey(url)));
	return { ...answer, hits: [...answer.hits, ...others.map(addedHit)] };
}

/** Opens it as any page of the web, robots.txt included. */
export async function openAddedPage(
	{ url }: Hit,
	context: SourceContext,
): Promise<HitOutcome> {
	const { openPage, permit } = context;
	const open = () => openPage({ url, ask_robots: true });
	// Wikipedia's limit is the same for its pages as for its API.
	const opened = isSubdomainOf(parseUrl(url)?.hostname ?? "", WIKIPEDIA)
		? await permit("wikipedia", open)
		: await open();
	if (opened === null) return { ok: false, reason: "limited", status: null };
	if (!opened.ok) {
		const { reason, status } = opened;
		return { ok: false, reason, status };
	}
	return { ok: true, page: opened.page, api: {} };
}
