import type { RunError } from "#contract/problem.ts";
import type { FailureCode } from "#http/run-failures.ts";
import type { RunInput } from "./run-state.ts";
import type { DoneTask } from "./run-store.ts";
import type { TaskOutput } from "./step-output.ts";
import { isReadable } from "./stored-output.ts";

/** How long a run that the day had no room for waits to be gone on with. */
export const KEPT_FOR_MS = 7 * 24 * 60 * 60_000;

const LIFTS = new Set<string>([
	"provider_budget_spent",
	"spending_budget_spent",
] satisfies FailureCode[]);

/** Until when an ended run is worth keeping, in epoch milliseconds; null for one that is not. */
export function resumableUntil(
	{ input, error }: { input: RunInput; error: RunError | null },
	done: DoneTask[],
): number | null {
	if (!error || !LIFTS.has(error.code) || !done.some(isPaidFor)) return null;
	return input.started_at_ms + KEPT_FOR_MS;
}

/**
 * What a new run of the same video takes over of the one before, which the
 * day's limit ended: its answers, without their calls, which stand on the
 * earlier run's bill. Nothing where the two would not read the same text, or
 * where an earlier version has written them in a way that this one cannot read.
 */
export function resumeFromPrevious(
	earlier: { input: RunInput; error: RunError | null } | null,
	done: DoneTask[],
	input: RunInput,
): DoneTask[] {
	const until = earlier && resumableUntil(earlier, done);
	if (!earlier || until === null || until < input.started_at_ms) return [];
	if (!readsTheSame(earlier.input, input)) return [];
	const answers = done.filter(isAnswer);
	if (!answers.every(isReadable)) return [];
	return answers.map(({ key, input, output }) => ({
		key,
		input,
		output:
			"calls" in Object(output) ? { ...Object(output), calls: [] } : output,
	}));
}

function readsTheSame(earlier: RunInput, later: RunInput): boolean {
	return (
		earlier.simulated === later.simulated &&
		earlier.member_transcript === later.member_transcript &&
		earlier.earlier_source === later.earlier_source
	);
}

function isAnswer({ input, output }: DoneTask): boolean {
	if (input.kind === "publish" || input.kind === "retire") return false;
	const result = output as TaskOutput;
	return !("error" in result || "refused" in result);
}

function isPaidFor(task: DoneTask): boolean {
	const { kind } = task.input;
	return (kind === "extract" || kind === "transcribe") && isAnswer(task);
}
