import { hasNewPassages, isRead, pagesOf, secondQuery } from "./evidence-state.ts";
import { isWorded, type RunState, searches } from "./run-state.ts";
import { allSettled, needsSupportCheck } from "./support-state.ts";
import { type Round, type Task, taskKey } from "./task.ts";
import { wordingBatches } from "./wordings.ts";

const each = <T>(count: number, make: (index: number) => T): T[] =>
	Array.from({ length: count }, (_, index) => make(index));

/**
 * Returns the tasks that the current state requires, including finished ones. Planning is
 * idempotent: planning again after a crash adds nothing twice.
 */
export function planTasks(state: RunState): Task[] {
	if (state.published) return [{ kind: "retire" }];
	if (state.error) return [{ kind: "publish" }];
	if (!state.metadata) return [{ kind: "metadata" }];
	if (!state.transcript) return planTranscript(state);
	if (state.extract_windows === null) return [];
	// The statements to rate come from the previous run.
	const { adds_to, moment } = state.input;
	if (!state.chosen && adds_to !== null && moment === null) return [{ kind: "choose" }];
	if (!state.chosen) return planExtraction(state, state.extract_windows);
	if (!allSettled(state))
		return [
			...wordingBatches(state).map((batch): Task => ({ kind: "check_wording", batch })),
			...(searches(state)
				? planEvidence(state, state.chosen.length)
				: planRatings(state, state.chosen.length)),
		];
	return [{ kind: "publish" }];
}

function planTranscript(state: RunState): Task[] {
	const windows = state.transcribe_windows;
	if (windows === null) return [{ kind: "transcript" }];
	// A part that an earlier run transcribed may be of a video that was longer.
	const all = each(windows, (window): Task => ({ kind: "transcribe", window }));
	const is_heard = each(windows, (window) => state.transcribed.has(window)).every(Boolean);
	return is_heard ? [{ kind: "join" }] : all;
}

function planExtraction(state: RunState, windows: number): Task[] {
	if (state.extracted.size === windows) return [{ kind: "choose" }];
	return each(windows, (window) => ({ kind: "extract", window }));
}

function planRatings(state: RunState, statements: number): Task[] {
	return wordedOf(state, statements).flatMap((statement) =>
		state.input.panel.map((provider): Task => ({ kind: "rate", statement, provider })),
	);
}

function wordedOf(state: RunState, statements: number): number[] {
	return each(statements, (it) => it).filter((statement) => isWorded(state, statement));
}

/**
 * Plans the searches, then for each statement search, read and rate, with a second round if the
 * first settled nothing, and the second reading of the quotes if there is a verdict.
 */
function planEvidence(state: RunState, statements: number): Task[] {
	if (!state.plans) return [{ kind: "plan" }];
	const affordable = wordedOf(state, statements).filter(
		(statement) => !state.chosen?.[statement]?.out_of_budget,
	);
	const tasks = affordable.flatMap((statement) => [
		...planRound(state, statement, 1),
		...(secondQuery(state, statement) === null ? [] : planRound(state, statement, 2)),
		...(needsSupportCheck(state, statement) ? [{ kind: "check_support" as const, statement }] : []),
	]);
	// A page that several statements need is read once.
	return [...new Map(tasks.map((task) => [taskKey(task), task])).values()];
}

function planRound(state: RunState, statement: number, round: Round): Task[] {
	const search: Task = { kind: "search", statement, round };
	const reads = pagesOf(state, statement, round).map(({ page }): Task => ({ kind: "read", page }));
	const rates =
		isRead(state, statement, round) && (round === 1 || hasNewPassages(state, statement));
	if (!rates) return [search, ...reads];
	return [
		search,
		...reads,
		...state.input.panel.map(
			(provider): Task => ({ kind: "rate", statement, provider, ...(round === 2 && { round }) }),
		),
	];
}
