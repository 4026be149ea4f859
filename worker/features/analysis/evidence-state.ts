import type { Provider } from "#contract/ids.ts";
import type { Support } from "#contract/statement.ts";
import type { Hit } from "#features/evidence/evidence-source.ts";
import { pageId, type ReadAnswer, type SearchAnswer } from "#features/evidence/find-pages.ts";
import type { StatementPlan } from "#features/evidence/search-plan.ts";
import type { GivenRating } from "#features/raters/consensus.ts";
import type { StoredJudgement } from "./step-output.ts";
import { type Round, ratingKey, roundKey } from "./task.ts";

/** The outputs of the steps between the selection of statements and their verdicts. */
export type EvidenceState = {
	plans: StatementPlan[] | null;
	/** Keyed by roundKey. */
	searches: ReadonlyMap<string, SearchAnswer>;
	/** Keyed by pageId. */
	reads: ReadonlyMap<string, ReadAnswer>;
	/** Keyed by ratingKey. */
	judgements: ReadonlyMap<string, StoredJudgement>;
	/** By statement: the second reading of its quotes, or null if it gave no answer. */
	supports: ReadonlyMap<number, Support | null>;
};

/** The search hits of a statement in this round, each with its page id. */
export function pagesOf(
	state: EvidenceState,
	statement: number,
	round: Round,
): { page: string; hit: Hit }[] {
	const hits = state.searches.get(roundKey(statement, round))?.hits ?? [];
	return hits.map((hit) => ({ page: pageId(hit), hit }));
}

/** Whether the search of this round and all of its page reads have finished. */
export function isRead(state: EvidenceState, statement: number, round: Round): boolean {
	return (
		state.searches.has(roundKey(statement, round)) &&
		pagesOf(state, statement, round).every(({ page }) => state.reads.has(page))
	);
}

type Rated = EvidenceState & {
	input: { panel: readonly Provider[] };
	ratings: ReadonlyMap<string, GivenRating>;
};

/** Without raters a statement is settled as soon as its pages are read. */
function isRated(state: Rated, statement: number, round: Round): boolean {
	if (state.input.panel.length === 0) return isRead(state, statement, round);
	return state.input.panel.every((provider) =>
		state.ratings.has(ratingKey(statement, provider, round)),
	);
}

/** The query of the second round; null if there is no second round. */
export function secondQuery(state: Rated, statement: number): string | null {
	if (!isRated(state, statement, 1)) return null;
	const said = state.input.panel.map((provider) =>
		state.judgements.get(ratingKey(statement, provider)),
	);
	const all_ask = said.every(
		(it) => it?.judgement?.verdict === "not_enough_evidence" && it.next_query !== null,
	);
	return all_ask ? (said[0]?.next_query ?? null) : null;
}

/** Whether a search for the statement is still pending or may follow from its ratings. */
export function maySearch(state: Rated, statement: number): boolean {
	if (!isRated(state, statement, 1)) return true;
	return secondQuery(state, statement) !== null && !state.searches.has(roundKey(statement, 2));
}

/**
 * Whether the second search found passages that no rater has read. Otherwise a second rating
 * would cost money and repeat the first.
 */
export function hasNewPassages(state: EvidenceState, statement: number): boolean {
	const known = pagesOf(state, statement, 1).map(({ page }) => page);
	return pagesOf(state, statement, 2).some(({ page }) => {
		const read = state.reads.get(page);
		if (known.includes(page) || !read?.ok) return false;
		return read.by_statement.some((it) => it.statement === statement && it.passages.length > 0);
	});
}

/** The round whose ratings count; null while more ratings are expected. */
export function settledRound(state: Rated, statement: number): Round | null {
	if (!isRated(state, statement, 1)) return null;
	if (secondQuery(state, statement) === null) return 1;
	if (!isRead(state, statement, 2)) return null;
	if (!hasNewPassages(state, statement)) return 1;
	return isRated(state, statement, 2) ? 2 : null;
}
