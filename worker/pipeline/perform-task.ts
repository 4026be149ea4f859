import type { Task } from "#domain/analysis/plan-tasks.ts";
import { chooseStatements } from "./choose-statements.ts";
import { extractWindow } from "./extract-window.ts";
import { joinTranscription } from "./join-transcription.ts";
import type { LiveRun } from "./live-run.ts";
import { obtainMetadata } from "./obtain-metadata.ts";
import { obtainTranscript } from "./obtain-transcript.ts";
import type { PipelineDeps } from "./pipeline-deps.ts";
import { publishRun } from "./publish-run.ts";
import { rateStatement } from "./rate-statement.ts";
import type { TaskOutput } from "./task-output.ts";
import { transcribeWindow } from "./transcribe-window.ts";

/**
 * Does one task and returns what it brought. What went wrong in a way that
 * trying again will not mend is an output too; only the rest is thrown.
 */
export async function performTask(
	deps: PipelineDeps,
	run: LiveRun,
	task: Task,
): Promise<TaskOutput> {
	switch (task.kind) {
		case "metadata":
			return obtainMetadata(deps, run);
		case "transcript":
			return obtainTranscript(deps, run);
		case "transcribe":
			return transcribeWindow(deps, run, task.window);
		case "join":
			return joinTranscription(run);
		case "extract":
			return extractWindow(deps, run, task.window);
		case "choose":
			return chooseStatements(deps, run);
		case "rate":
			return rateStatement(deps, run, task.statement, task.provider);
		case "publish":
			await publishRun(deps, run);
			return { done: true };
		case "retire":
			await deps.forgetRun(run.input.video_id, run.input.run_id);
			return { done: true };
	}
}
