import type { Provider } from "#contract/ids.ts";
import type { Rating } from "#contract/statement.ts";
import type { Hit } from "#features/evidence/evidence-source.ts";
import {
	pageId,
	type ReadAnswer,
	type SearchAnswer,
} from "#features/evidence/find-pages.ts";
import type { Judgement } from "#features/evidence/judgement.ts";
import type { StatementPlan } from "#features/evidence/search-plan.ts";

/** A statement is searched for once, and a second time if nothing was settled. */
export type Round = 1 | 2;

/** What a rater said by the passages, as it is stored beside its rating. */
export type StoredJudgement = {
	/** null if the provider did not answer. */
	judgement: Judgement | null;
	next_query: string | null;
};

/** What the steps between the choice of statements and their verdicts have brought. */
export type EvidenceState = {
	plans: StatementPlan[] | null;
	/** By roundKey. */
	searches: ReadonlyMap<string, SearchAnswer>;
	/** By pageId. */
	reads: ReadonlyMap<string, ReadAnswer>;
	/** By the key of the rating. */
	judgements: ReadonlyMap<string, StoredJudgement>;
};

export function roundKey(statement: number, round: Round): string {
	return round === 1 ? String(statement) : `${statement}:2`;
}

/** `<statement index>:<provider>`, and `:2` for the second round. */
export function ratingKey(
	index: number,
	provider: Provider,
	round: Round = 1,
): string {
	return round === 1 ? `${index}:${provider}` : `${index}:${provider}:2`;
}

/** The pages of a statement's search in this round, each with its name. */
export function pagesOf(
	state: EvidenceState,
	statement: number,
	round: Round,
): { page: string; hit: Hit }[] {
	const hits = state.searches.get(roundKey(statement, round))?.hits ?? [];
	return hits.map((hit) => ({ page: pageId(hit), hit }));
}

/** Whether the search of this round and all reads that follow from it are done. */
export function isRead(
	state: EvidenceState,
	statement: number,
	round: Round,
): boolean {
	return (
		state.searches.has(roundKey(statement, round)) &&
		pagesOf(state, statement, round).every(({ page }) => state.reads.has(page))
	);
}

type Rated = EvidenceState & {
	input: { panel: readonly Provider[] };
	ratings: ReadonlyMap<string, Rating>;
};

function isRated(state: Rated, statement: number, round: Round): boolean {
	return state.input.panel.every((provider) =>
		state.ratings.has(ratingKey(statement, provider, round)),
	);
}

/** What is searched for in the second round; null if there is none. */
export function secondQuery(state: Rated, statement: number): string | null {
	if (!isRated(state, statement, 1)) return null;
	const said = state.input.panel.map((provider) =>
		state.judgements.get(ratingKey(statement, provider)),
	);
	const all_ask = said.every(
		(it) =>
			it?.judgement?.verdict === "not_enough_evidence" &&
			it.next_query !== null,
	);
	return all_ask ? (said[0]?.next_query ?? null) : null;
}

/** Whether a search for the statement has yet to answer, or may follow from its ratings. */
export function maySearch(state: Rated, statement: number): boolean {
	if (!isRated(state, statement, 1)) return true;
	return (
		secondQuery(state, statement) !== null &&
		!state.searches.has(roundKey(statement, 2))
	);
}

/**
 * Whether the second search led to passages that no rater has read. Without them the
 * panel would be paid for the same answers again.
 */
export function hasNewPassages(
	state: EvidenceState,
	statement: number,
): boolean {
	const known = pagesOf(state, statement, 1).map(({ page }) => page);
	return pagesOf(state, statement, 2).some(({ page }) => {
		const read = state.reads.get(page);
		if (known.includes(page) || !read?.ok) return false;
		return read.by_statement.some(
			(it) => it.statement === statement && it.passages.length > 0,
		);
	});
}

/** The round whose ratings are the statement's; null while more will come. */
export function settledRound(state: Rated, statement: number): Round | null {
	if (!isRated(state, statement, 1)) return null;
	if (secondQuery(state, statement) === null) return 1;
	if (!isRead(state, statement, 2)) return null;
	if (!hasNewPassages(state, statement)) return 1;
	return isRated(state, statement, 2) ? 2 : null;
}
