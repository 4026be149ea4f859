import type { PageKind, PageNotice } from "#contract/verdicts.ts";
import { hasPromptInjection } from "#features/statements/prompt-injection.ts";
import { PAGE_TITLE } from "#features/statements/question-lines.ts";
import { visibleLine } from "#providers/prompt-text.ts";
import { cutAtWord } from "#text/clean.ts";
import { transcriptCopies } from "./independence.ts";
import type { Passage } from "./passages.ts";

/** A passage that may be given to the raters, with data about its page. */
export type CandidatePassage = {
	page_id: string;
	/** The page's title, "" if it has none. */
	title: string;
	site: string;
	kind: PageKind;
	/** Of the site, by who holds its name; "other" if that is not known. */
	known_kind: PageKind;
	notice?: PageNotice | null | undefined;
	/** YYYY-MM-DD. */
	published_at: string | null;
	language: string | null;
	by_member: boolean;
	/** The cluster of its page among the statement's pages. */
	cluster: number;
	passage: Passage;
};

const MAX_TITLE_CHARS = 150;

/** What stands between the marker lines: the passage, then its page's title. Both are the page's. */
export function fencedText({
	title,
	passage,
}: Pick<CandidatePassage, "title" | "passage">): string {
	const named = cutAtWord(visibleLine(title), MAX_TITLE_CHARS);
	return named === "" ? passage.text : `${passage.text}\n${PAGE_TITLE}: ${named}`;
}

/** A passage as a rater sees it, under the name that its citations use. */
export type GivenPassage = CandidatePassage & { name: string };

export const MAX_GIVEN_PASSAGES = 16;
/** Members' passages are given in addition, so that they take no place of a source's. */
const MAX_MEMBERS_PASSAGES = 3;

/**
 * Selects the passages that all raters of a statement are given: first the best passage of each
 * page, then the second-best ones and so on, without repetitions; those of members' pages last. A
 * passage that repeats the statement decides nothing, so it takes no place of another. Passages
 * with prompt injection, in them or in their page's title, are left out, and their pages are returned
 * in `aimed_pages`. `candidates`
 * has each page's passages in order of rank.
 */
export function selectGivenPassages(
	candidates: readonly CandidatePassage[],
	statement: string,
): { given: GivenPassage[]; aimed_pages: string[] } {
	const aimed_pages = new Set<string>();
	const ranks = new Map<string, number>();
	const seen = new Set<string>();
	const repeatsStatement = transcriptCopies(statement);
	const ranked = candidates.flatMap((it) => {
		if (hasPromptInjection(fencedText(it))) {
			aimed_pages.add(it.page_id);
			return [];
		}
		// An unchanged page gives the same passages for the video's date and for today.
		const key = JSON.stringify([it.site, it.published_at, it.passage.text]);
		if (seen.has(key)) return [];
		seen.add(key);
		if (repeatsStatement(it.passage.text)) return [{ it, rank: Number.POSITIVE_INFINITY }];
		const rank = ranks.get(it.page_id) ?? 0;
		ranks.set(it.page_id, rank + 1);
		return [{ it, rank }];
	});
	// Sorting is stable: within a rank the pages keep their order.
	const best = ranked.sort(byRank).map(({ it }) => it);
	const given = [
		...best.filter((it) => !it.by_member).slice(0, MAX_GIVEN_PASSAGES),
		...best.filter((it) => it.by_member).slice(0, MAX_MEMBERS_PASSAGES),
	].map((it, at) => ({ ...it, name: `P${at + 1}` }));
	return { given, aimed_pages: [...aimed_pages] };
}

function byRank(a: { rank: number }, b: { rank: number }): number {
	return a.rank === b.rank ? 0 : a.rank - b.rank;
}
