import type { LiveRun } from "./live-run.ts";
import { searches } from "./run-state.ts";
import type { StepDeps } from "./step-deps.ts";
import type { TaskOutput } from "./step-output.ts";
import { checkSupport } from "./steps/check-support.ts";
import { checkWordings } from "./steps/check-wording.ts";
import { extractWindow } from "./steps/extract.ts";
import { planSearches, readPage, searchForStatement } from "./steps/find-evidence.ts";
import { fetchMetadata } from "./steps/metadata.ts";
import { withMoment } from "./steps/moment.ts";
import { publishedMetadata, selectAgain, selectMore } from "./steps/more.ts";
import { publishRun } from "./steps/publish.ts";
import { rateStatement, rateStatementByEvidence } from "./steps/rate.ts";
import { selectStatements } from "./steps/select.ts";
import { joinTranscription, readTranscript, transcribeWindow } from "./steps/transcript.ts";
import type { Task } from "./task.ts";

/**
 * Performs one task and returns its output. A permanent failure is returned as an output; a
 * failure that a retry may fix is thrown.
 */
export async function runStep(deps: StepDeps, run: LiveRun, task: Task): Promise<TaskOutput> {
	switch (task.kind) {
		case "metadata":
			return run.input.adds_to === null ? fetchMetadata(deps, run) : publishedMetadata(deps, run);
		case "transcript":
			return withMoment(run, await readTranscript(deps, run));
		case "transcribe":
			return transcribeWindow(deps, run, task.window);
		case "join":
			return withMoment(run, joinTranscription(run));
		case "extract":
			return extractWindow(deps, run, task.window);
		case "choose":
			if (run.input.adds_to === null || run.input.moment !== null)
				return selectStatements(deps, run);
			return run.input.rechecks === null
				? selectMore(deps, run)
				: selectAgain(deps, run, run.input.rechecks);
		case "plan":
			return planSearches(deps, run);
		case "check_wording":
			return checkWordings(deps, run, task.batch);
		case "search":
			return searchForStatement(deps, run, task.statement, task.round);
		case "read":
			return readPage(deps, run, task.page);
		case "rate": {
			const { statement, provider, round = 1 } = task;
			return searches(run)
				? rateStatementByEvidence(deps, run, statement, provider, round)
				: rateStatement(deps, run, statement, provider);
		}
		case "check_support":
			return checkSupport(deps, run, task.statement);
		case "publish":
			await publishRun(deps, run);
			return { done: true };
		case "retire":
			await deps.forgetRun(run.input.video_id, run.input.run_id);
			return { done: true };
	}
}
