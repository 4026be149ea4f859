import type { RunId } from "#contract/ids.ts";
import type { RunError } from "#contract/problem.ts";
import { isUnfinished } from "#contract/unfinished.ts";
import type { SearchAnswer } from "#features/evidence/find-pages.ts";
import type { FailureCode } from "#http/run-failures.ts";
import { DAY_MS } from "#worker/durations.ts";
import type { RunInput, SelectedStatement } from "./run-input.ts";
import type { DoneTask } from "./run-store.ts";
import {
	type ChosenStatement,
	isReadable,
	readOutput,
	type TaskOutput,
	type TaskOutputs,
} from "./step-output.ts";

/** How long a run that was ended by the daily limit can be resumed. */
export const KEPT_FOR_MS = 7 * DAY_MS;

/**
 * How long it is known that a part of a video cannot be transcribed, or that nothing is said in it:
 * otherwise every request for the video pays for the same again.
 */
export const UNHEARD_FOR_MS = DAY_MS;

const LIFTS = new Set<string>([
	"provider_budget_spent",
	"spending_budget_spent",
	"member_share_spent",
	"network_share_spent",
] satisfies FailureCode[]);

/** How long the answers of a run are kept that a provider's limit, or its deadline, left unfinished. */
export const UNFINISHED_FOR_MS = DAY_MS;

/** Failures of runs that lacked time, or whose providers did. */
const LACKS_TIME = new Set<string>(["run_deadline", "ratings_failed"] satisfies FailureCode[]);

/** Until when an ended run can be resumed, in epoch milliseconds; null if it cannot. */
export function resumableUntil(
	{ input, error }: { input: RunInput; error: RunError | null },
	done: DoneTask[],
): number | null {
	if (isCutByBudget({ input, error }, done)) return input.started_at_ms + KEPT_FOR_MS;
	if (lacksTime({ input, error }, done)) return input.started_at_ms + UNFINISHED_FOR_MS;
	return error && !LIFTS.has(error.code) ? heardUntil(input, done) : null;
}

type Ended = { input: RunInput; error: RunError | null };

function isCutByBudget({ input, error }: Ended, done: DoneTask[]): boolean {
	if (error) return LIFTS.has(error.code) && done.some(isPaidFor);
	// A moment that was published is answered from there.
	return (
		input.moment === null && hasUnrated(done, (choice) => choice.some((it) => it.out_of_budget))
	);
}

/** Whether answers are missing that there was no time for, and others are stored. */
function lacksTime({ input, error }: Ended, done: DoneTask[]): boolean {
	const has_unfinished = done.some(isUnfinishedRating);
	if (error?.code === "ratings_failed" && !has_unfinished) return false;
	if (error) return LACKS_TIME.has(error.code) && done.some(isPaidFor);
	return input.moment === null && hasUnrated(done, () => has_unfinished);
}

function isUnfinishedRating({ input, output }: DoneTask): boolean {
	const { rating } = output as Partial<TaskOutputs["rate"]>;
	return input.kind === "rate" && rating !== undefined && isUnfinished(rating);
}

/** Until when a run that failed for another reason keeps parts that were transcribed; null if none. */
function heardUntil(input: RunInput, done: DoneTask[]): number | null {
	const times = done.flatMap((task) => heardPartUntil(task, input) ?? []);
	return times.length > 0 ? Math.max(...times) : null;
}

/** Until when a transcription of a part is used; null for a task that is none. */
function heardPartUntil(task: DoneTask, { started_at_ms }: RunInput): number | null {
	if (task.input.kind !== "transcribe" || !isReadable(task)) return null;
	const output = readOutput(task) as TaskOutputs["transcribe"];
	if ("refused" in output || output.unanswered) return null;
	const is_heard = output.cues !== null && output.cues.length > 0;
	return (output.asked_at_ms ?? started_at_ms) + (is_heard ? KEPT_FOR_MS : UNHEARD_FOR_MS);
}

/** An ended run of the video with its stored answers. */
export type EndedRun = { input: RunInput; error: RunError | null; done: DoneTask[] };

/** Far more than members leave behind on a day whose budget is spent. */
const MAX_KEPT_RUNS = 4;

/**
 * What a new run takes over from the video's ended runs, latest first: the answers of one that it
 * resumes, with its selection. `kept` are those that can still be resumed by another run.
 */
export function resumeFromRuns(
	ended: readonly EndedRun[],
	input: RunInput,
): { input: RunInput; answers: DoneTask[]; kept: RunId[] } {
	for (const run of ended) {
		const answers = resumeFromPrevious(run, run.done, input);
		if (answers.length === 0) continue;
		const kept = keptBeside(ended, input).filter((it) => it !== run.input.run_id);
		return { input: { ...input, selected: selectionOf(run.done) }, answers, kept };
	}
	return { input, answers: [], kept: keptBeside(ended, input) };
}

/**
 * The runs that a new run leaves to be resumed. One that lacked time would bring back what a
 * statement was rated before it is checked again.
 */
function keptBeside(ended: readonly EndedRun[], { rechecks, started_at_ms }: RunInput): RunId[] {
	const kept = rechecks === null ? ended : ended.filter((run) => isCutByBudget(run, run.done));
	return resumable(kept, started_at_ms);
}

/**
 * The runs that can still be resumed, those of the whole video first, so that no number of moments
 * makes one of them be forgotten.
 */
export function resumable(ended: readonly EndedRun[], now_ms: number): RunId[] {
	return ended
		.filter((run) => (resumableUntil(run, run.done) ?? 0) > now_ms)
		.toSorted((a, b) => Number(a.input.moment !== null) - Number(b.input.moment !== null))
		.slice(0, MAX_KEPT_RUNS)
		.map(({ input }) => input.run_id);
}

/**
 * Whether one of the runs that the daily limit ended would bring back results of statements if it
 * were resumed.
 */
export function holdsResults(ended: readonly EndedRun[], now_ms: number): boolean {
	const kept = new Set(resumable(ended, now_ms));
	return ended
		.filter((run) => kept.has(run.input.run_id) && isCutByBudget(run, run.done))
		.some(({ done }) => selectionOf(done) !== null);
}

/**
 * Returns the answers that a new run takes over from the video's previous run: all of one that the
 * daily limit ended or that lacked time, and the transcribed parts of one that failed otherwise. Provider calls are not taken over, because the earlier run has already recorded
 * their cost. Empty if the two runs would not read the same text, or if this version cannot read
 * the stored answers.
 */
export function resumeFromPrevious(
	earlier: { input: RunInput; error: RunError | null } | null,
	done: DoneTask[],
	input: RunInput,
): DoneTask[] {
	const until = earlier && resumableUntil(earlier, done);
	if (!earlier || until === null || until < input.started_at_ms) return [];
	if (!readsTheSame(earlier, input)) return [];
	const lacks_time = lacksTime(earlier, done);
	const is_cut = lacks_time || isCutByBudget(earlier, done);
	const unsearched = unsearchedStatements(done, lacks_time);
	const unfinished = new Set(
		done
			.filter(isUnfinishedRating)
			.map(({ input }) => ("statement" in input ? input.statement : -1)),
	);
	const answers = done.filter((task) =>
		task.input.kind === "transcribe"
			? (heardPartUntil(task, earlier.input) ?? 0) > input.started_at_ms
			: is_cut &&
				isAnswer(task) &&
				!isOfStatement(task, unsearched) &&
				!(task.input.kind === "check_support" && unfinished.has(task.input.statement)),
	);
	if (!answers.every(isReadable)) return [];
	return answers.map(({ key, input, output }) => ({
		key,
		input,
		output: "calls" in Object(output) ? { ...Object(output), calls: [] } : output,
	}));
}

/**
 * The statements of a run that published some of them without ratings. The resuming run must keep
 * the same order, because rating tasks are keyed by a statement's index. null if the run ended
 * before the selection.
 */
export function selectionOf(done: DoneTask[]): SelectedStatement[] | null {
	const choice = choiceIn(done);
	return (
		choice?.chosen.map(({ content, quote, quote_key, timestamp, timestamp_source }) => ({
			content,
			quote,
			quote_key,
			timestamp,
			timestamp_source,
		})) ?? null
	);
}

function choiceIn(done: DoneTask[]) {
	const task = done.find(({ input }) => input.kind === "choose");
	const output = task && isReadable(task) ? readOutput(task) : null;
	return output && "chosen" in output ? output : null;
}

/**
 * Whether the run was published with statements that lack ratings. One that took over statements of
 * a report of moments is not resumed, because its selection lacks them.
 */
function hasUnrated(
	done: DoneTask[],
	lacksRatings: (chosen: readonly ChosenStatement[]) => boolean,
): boolean {
	const choice = choiceIn(done);
	return choice?.rechosen.length === 0 && lacksRatings(choice.chosen);
}

function readsTheSame(
	{ input: earlier, error }: { input: RunInput; error: RunError | null },
	later: RunInput,
): boolean {
	return (
		earlier.simulated === later.simulated &&
		earlier.adds_to === later.adds_to &&
		earlier.rechecks === later.rechecks &&
		JSON.stringify(earlier.moment) === JSON.stringify(later.moment) &&
		// A wording that nobody read a second time may have to be read now.
		earlier.second_reading === later.second_reading &&
		earlier.member_transcript === later.member_transcript &&
		// A published run's transcript is now the video's earlier one, so `earlier_source` differs.
		// Its ratings can be reused only for the same panel and sources.
		(error
			? earlier.earlier_source === later.earlier_source
			: String(earlier.panel) === String(later.panel) &&
				String(earlier.evidence) === String(later.evidence))
	);
}

/** The statements for which the day had no room to search, or the run no time: that is asked now. */
function unsearchedStatements(done: DoneTask[], lacks_time: boolean): ReadonlySet<number> {
	return new Set(
		done.flatMap(({ input, output }) =>
			input.kind === "search" && lacksSearch(output, lacks_time) ? input.statement : [],
		),
	);
}

function lacksSearch(output: unknown, lacks_time: boolean): boolean {
	const { searches = [] } = output as Partial<SearchAnswer>;
	if (lacks_time && searches.length === 0) return true;
	return searches.some(({ failure }) => failure === "budget");
}

function isOfStatement({ input }: DoneTask, statements: ReadonlySet<number>): boolean {
	const { kind } = input;
	const is_of_one = kind === "search" || kind === "rate" || kind === "check_support";
	return is_of_one && statements.has(input.statement);
}

/**
 * The choice is repeated, because it depends on the statements that are published by then, and so is
 * what gave no answer: a second reading, a rating for which there was no time, and a page that was
 * not read to its end.
 */
function isAnswer(task: DoneTask): boolean {
	const { input, output } = task;
	if (["choose", "publish", "retire"].includes(input.kind)) return false;
	const result = output as TaskOutput;
	if ("support" in result && result.support === null) return false;
	if (isUnfinishedRating(task)) return false;
	if ("reason" in result && result.reason === "interrupted") return false;
	return !("error" in result || "refused" in result);
}

function isPaidFor(task: DoneTask): boolean {
	const { kind } = task.input;
	return (kind === "extract" || kind === "transcribe") && isAnswer(task);
}
