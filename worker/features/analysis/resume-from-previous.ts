import type { RunError } from "#contract/problem.ts";
import type { FailureCode } from "#http/run-failures.ts";
import { DAY_MS } from "#worker/durations.ts";
import type { RunInput } from "./run-state.ts";
import type { DoneTask } from "./run-store.ts";
import type { TaskOutput } from "./step-output.ts";
import { isReadable } from "./stored-output.ts";

/** How long a run that the day's limit ended can be resumed. */
export const KEPT_FOR_MS = 7 * DAY_MS;

const LIFTS = new Set<string>([
	"provider_budget_spent",
	"spending_budget_spent",
] satisfies FailureCode[]);

/** Until when an ended run can be resumed, in epoch milliseconds; null if it cannot. */
export function resumableUntil(
	{ input, error }: { input: RunInput; error: RunError | null },
	done: DoneTask[],
): number | null {
	if (!error || !LIFTS.has(error.code) || !done.some(isPaidFor)) return null;
	return input.started_at_ms + KEPT_FOR_MS;
}

/**
 * The answers that a new run takes over from the video's previous run, which the day's
 * limit ended. Their calls are not taken over, because the earlier run has paid for them.
 * Empty if the two runs would not read the same text, or if this version cannot read the
 * stored answers.
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
		earlier.adds_to === later.adds_to &&
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
