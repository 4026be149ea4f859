import type { DroppedQuote, Evidence, FoundPassage } from "#contract/evidence.ts";

/** The addresses of a video's hidden pages: as members wrote them, and where they led. */
export type HiddenPages = ReadonlySet<string>;

export function toHiddenPages(rows: readonly { address: string }[]): HiddenPages {
	return new Set(rows.map(({ address }) => address));
}

export function isHiddenPage(
	{ url, final_url }: { url: string | null; final_url?: string | null },
	hidden: HiddenPages,
): boolean {
	return [url, final_url].some((it) => it != null && hidden.has(it));
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
	const named = (sources: string[]) => sources.filter((it) => !hidden.has(it));
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
