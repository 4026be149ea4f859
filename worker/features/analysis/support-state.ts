import type { Verdict } from "#contract/verdicts.ts";
import type { PanelAnswer } from "#features/evidence/judgement.ts";
import { decideStatement, type StatementCase } from "#features/evidence/statement-verdict.ts";
import { settledRound } from "./evidence-state.ts";
import { type RunState, ratingsFor, searches } from "./run-state.ts";
import { saidOn, startedOn } from "./steps/find-evidence.ts";
import { type Round, ratingKey } from "./task.ts";

/** The judgements of a round, in the panel's order. */
export function panelAnswers(state: RunState, index: number, round: Round): PanelAnswer[] {
	return state.input.panel.map((provider) => ({
		provider,
		judgement: state.judgements.get(ratingKey(index, provider, round))?.judgement ?? null,
	}));
}

/** What a statement's verdict depends on beside its answers: dates, and whether they are simulated. */
export function verdictSetting(
	state: RunState,
	index: number,
): Pick<StatementCase, "said_on" | "today" | "time_sensitive" | "simulated"> {
	return {
		simulated: state.input.simulated,
		said_on: saidOn(state),
		today: startedOn(state),
		time_sensitive: state.plans?.[index]?.time_sensitive ?? false,
	};
}

/**
 * The verdict of a statement's ratings alone, before its quotes are read again; null while more
 * ratings are expected.
 */
function ratedVerdict(state: RunState, index: number): Verdict | null {
	const round = settledRound(state, index);
	if (round === null) return null;
	return decideStatement({
		answers: panelAnswers(state, index, round),
		...verdictSetting(state, index),
		// These decide only why there is no verdict.
		has_passages: true,
		search_failed: false,
		out_of_budget: false,
		support: null,
	}).verdict;
}

/** Whether the quotes of a statement are read a second time: its ratings give it a verdict. */
export function needsSupportCheck(state: RunState, index: number): boolean {
	if (!state.input.second_reading || !searches(state)) return false;
	if (state.chosen?.[index]?.out_of_budget) return false;
	const verdict = ratedVerdict(state, index);
	return verdict !== null && verdict !== "unverified";
}

/** Whether a statement is rated, but its quotes have not been read a second time yet. */
export function awaitsSupportCheck(state: RunState, index: number): boolean {
	return !state.supports.has(index) && needsSupportCheck(state, index);
}

/** Whether nothing more is expected for a statement, so that it can be shown. */
export function isSettled(state: RunState, index: number): boolean {
	return ratingsFor(state, index) !== null && !awaitsSupportCheck(state, index);
}

export function allSettled(state: RunState): boolean {
	return state.chosen?.every((_, index) => isSettled(state, index)) ?? false;
}
