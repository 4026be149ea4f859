import type { ChosenStatement } from "#domain/analysis/run-state.ts";
import { withoutTurns } from "#domain/captions/without-turns.ts";
import { runFailure } from "#domain/failures.ts";
import {
	EXTRACTED_STEP_S,
	HEURISTIC_STEP_S,
	mergeStatements,
} from "#domain/merge-statements.ts";
import { pairStatements } from "#domain/pair-statements.ts";
import type { LiveRun } from "./live-run.ts";
import type { PipelineDeps } from "./pipeline-deps.ts";
import type { TaskOutputs } from "./task-output.ts";

/** From what the windows brought, the statements that are rated. */
export async function chooseStatements(
	deps: PipelineDeps,
	run: LiveRun,
): Promise<TaskOutputs["choose"]> {
	const extracted = run.windows.map((_, window) => run.found.get(window));
	const heuristic = extracted.every((it) => it?.method === "heuristic");
	const { statements } = mergeStatements(
		extracted.flatMap((it) => it?.found ?? []),
		run.matcher,
		deps.max_statements,
		heuristic ? HEURISTIC_STEP_S : EXTRACTED_STEP_S,
	);
	const calls = statements.length * run.input.panel.length;
	if (calls && !run.input.simulated && !(await deps.reserveCalls(calls)))
		return { error: runFailure("provider_budget_spent") };
	const earlier = await deps.earlierStatements(run.input.video_id);
	const recognised = pairStatements(earlier, statements);
	const chosen = statements.map(
		(statement, index): ChosenStatement => ({
			...statement,
			quote: withoutTurns(statement.quote),
			new_id: deps.newStatementId(),
			earlier: recognised[index] ?? null,
		}),
	);
	return { chosen };
}
