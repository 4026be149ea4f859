import { planWithoutModel, type StatementPlan } from "#features/evidence/search-plan.ts";
import { cleanContent } from "#features/statements/merge-statements.ts";
import { standsStrictly } from "#features/statements/wording-guard.ts";
import { WORDINGS_PER_CALL } from "#features/statements/wording-reader.ts";
import type { RunInput } from "./run-input.ts";
import type { ChosenStatement } from "./step-output.ts";

/** Whether the statement at this index keeps its content; otherwise its quote is rated. */
export type Wording = { statement: number; stands: boolean };

type Selected = Pick<ChosenStatement, "content" | "quote" | "context">;

type Chosen = {
	input: Pick<RunInput, "second_reading" | "rechecks">;
	/** The statements as they were extracted; null before the selection. */
	selected: readonly ChosenStatement[] | null;
};

/** The statements of one call whose wording a model reads: index and statement. */
export function wordingsToRead(
	{ input, selected }: Chosen,
	batch: number,
): [number, ChosenStatement][] {
	// The statements of a published result were read when they were found.
	if (!input.second_reading || input.rechecks !== null) return [];
	const first = batch * WORDINGS_PER_CALL;
	return (selected ?? [])
		.slice(first, first + WORDINGS_PER_CALL)
		.map((statement, at): [number, ChosenStatement] => [first + at, statement])
		.filter(([, statement]) => !repeatsQuote(statement));
}

/** The batches with a wording that a model reads. */
export function wordingBatches(state: Chosen): number[] {
	const batches = Math.ceil((state.selected?.length ?? 0) / WORDINGS_PER_CALL);
	return Array.from({ length: batches }, (_, batch) => batch).filter(
		(batch) => wordingsToRead(state, batch).length > 0,
	);
}

export function batchOf(statement: number): number {
	return Math.floor(statement / WORDINGS_PER_CALL);
}

/** Without case and the final full stop, which change no claim. */
function repeatsQuote({ content, quote }: Selected): boolean {
	const bare = (text: string) => text.toLowerCase().replace(/[.。]$/u, "");
	return bare(content) === bare(cleanContent(quote));
}

/** Whether the wording stands by itself, without a second reading. */
export function standsUnread(statement: Selected): boolean {
	const { content, quote, context } = statement;
	return repeatsQuote(statement) || standsStrictly(content, { quote, ...context });
}

/** The wordings of a batch if no model has read them. */
export function unreadWordings(state: Chosen, batch: number): Wording[] {
	return wordingsToRead(state, batch).map(([index, it]) => ({
		statement: index,
		stands: standsUnread(it),
	}));
}

/** The statements that are rated: those whose wording does not stand have their quote as content. */
export function withWordings(
	selected: readonly ChosenStatement[],
	wordings: ReadonlyMap<number, boolean>,
): ChosenStatement[] {
	return selected.map((it, index) =>
		wordings.get(index) === false ? { ...it, content: cleanContent(it.quote) } : it,
	);
}

/** The plans for them. A plan that was asked for another wording is replaced. */
export function plansFor(
	plans: readonly StatementPlan[],
	rated: readonly ChosenStatement[],
	wordings: ReadonlyMap<number, boolean>,
): StatementPlan[] {
	return plans.map((plan, index) =>
		wordings.get(index) === false ? planWithoutModel(rated[index]?.content ?? "") : plan,
	);
}
