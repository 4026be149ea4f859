import { stripTurns } from "#features/captions/non-speech.ts";
import {
	EXTRACTED_STEP_S,
	HEURISTIC_STEP_S,
	mergeStatements,
} from "#features/statements/merge-statements.ts";
import { pairStatements } from "#features/statements/pair-statements.ts";
import { spreadEvenly } from "#features/statements/sentence-heuristic.ts";
import type { LiveRun } from "../live-run.ts";
import type { ChosenStatement } from "../run-state.ts";
import type { StepDeps } from "../run-step.ts";
import type { TaskOutputs } from "../step-output.ts";
import { ratingNeed } from "./reserve-budget.ts";

/** Selects the statements to rate from those of all windows. */
export async function selectStatements(
	deps: StepDeps,
	run: LiveRun,
): Promise<TaskOutputs["choose"]> {
	// The other windows' answers are kept for the run that resumes this one.
	if (run.refused) return { error: run.refused };
	const extracted = run.windows.map((_, window) => run.found.get(window));
	const heuristic = extracted.every((it) => it?.method === "heuristic");
	const found = extracted.flatMap((it) => it?.found ?? []);
	const { statements } = mergeStatements(
		heuristic ? spreadEvenly(found) : found,
		run.matcher,
		deps.max_statements,
		heuristic ? HEURISTIC_STEP_S : EXTRACTED_STEP_S,
	);
	if (!run.input.simulated) {
		const need = ratingNeed(deps, run, statements.length);
		const refused = await deps.budget.reserve(run.input.run_id, [
			{ ...need, exact: true },
		]);
		if (refused) return { error: refused };
	}
	const earlier = await deps.earlierStatements(run.input.video_id);
	const recognised = pairStatements(earlier, statements);
	const chosen = statements.map(
		(statement, index): ChosenStatement => ({
			...statement,
			quote: stripTurns(statement.quote),
			new_id: deps.newStatementId(),
			earlier: recognised[index] ?? null,
		}),
	);
	return { chosen };
}
