import type { DroppedQuote, Evidence, FoundPassage } from "#contract/evidence.ts";
import { pageKey } from "#text/page-key.ts";

/** The keys of a video's hidden pages: of what members wrote, and of where that led. */
export type HiddenPages = ReadonlySet<string>;

const keyOf = (address: string) => pageKey(address) ?? address;

export function toHiddenPages(rows: readonly { address: string }[]): HiddenPages {
	return new Set(rows.map(({ address }) => keyOf(address)));
}

export function isHiddenPage(
	{ url, final_url }: { url: string | null; final_url?: string | null },
	hidden: HiddenPages,
): boolean {
	return [url, final_url].some((it) => it != null && hidden.has(keyOf(it)));
}

type Quoting = {
	evidence: Evidence[];
	passages: FoundPassage[];
	sources: string[];
	ratings: { sources: string[]; dropped: DroppedQuote[] }[];
};

/** The statement without what is quoted from hidden pages. */
export function withoutHiddenPages<S extends Quoting>(statement: S, hidden: HiddenPages): S {
	if (hidden.size === 0) return statement;
	const isShown = (it: { url: string | null; final_url?: string }) => !isHiddenPage(it, hidden);
	const named = (sources: string[]) => sources.filter((it) => !hidden.has(keyOf(it)));
	return {
		...statement,
		evidence: statement.evidence.filter(isShown),
		passages: statement.passages.filter(isShown),
		sources: named(statement.sources),
		ratings: statement.ratings.map((it) => ({
			...it,
			sources: named(it.sources),
			dropped: it.dropped.filter(isShown),
		})),
	};
}
