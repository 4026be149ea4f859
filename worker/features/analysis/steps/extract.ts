import type { Provider } from "#contract/ids.ts";
import type { RunError } from "#contract/problem.ts";
import { toCallRecord } from "#features/raters/provider-calls.ts";
import { estimateCalls } from "#features/spending/estimate.ts";
import type { ProviderCallRecord } from "#features/spending/sum-calls.ts";
import type { StatementCandidate } from "#features/statements/merge-statements.ts";
import { sentenceStatements } from "#features/statements/sentence-heuristic.ts";
import type { TranscriptWindow } from "#features/statements/transcript-windows.ts";
import type { LiveRun } from "../live-run.ts";
import type { StepDeps } from "../step-deps.ts";
import type { TaskOutputs } from "../step-output.ts";
import { reserveBudget } from "./reserve-budget.ts";

/**
 * All windows together should yield about twice as many statements as are rated, so that ranking
 * has a choice.
 */
const CHOICE = 2;
const LEAST_PER_WINDOW = 4;
/** All that fits into a moment: some of it may be rated already, and what was asked about must be in it. */
const IN_A_MOMENT = 16;
/** The maximum number of statements that fit into one answer. */
const MOST_PER_WINDOW = 48;

/**
 * Returns the statements of one window: from the first provider whose quotes occur in the
 * transcript, otherwise from the sentence heuristic.
 */
export async function extractWindow(
	deps: StepDeps,
	run: LiveRun,
	index: number,
): Promise<TaskOutputs["extract"]> {
	const window = run.windows[index];
	if (!window) throw new Error(`There is no window ${index}.`);
	const calls: ProviderCallRecord[] = [];
	for (const provider of deps.extractors) {
		const refused = await roomFor(deps, run, index, provider);
		if (refused) return { refused, calls };
		const outcome = await whileWaiting(
			deps.call({
				kind: "extract",
				provider,
				input: {
					text: window.text,
					language: run.transcript?.language ?? null,
					limit:
						run.input.moment === null
							? limitPerWindow(deps.max_statements, run.windows.length)
							: IN_A_MOMENT,
				},
			}),
			() => run.readAhead(),
		);
		calls.push(toCallRecord(taskName(index, provider), provider, outcome));
		if (!outcome.ok) continue;
		const found = outcome.answer.map(
			(statement): StatementCandidate => ({ ...statement, cues: window.cues }),
		);
		if (isGrounded(run, found)) return { provider, found, calls };
	}
	const found = byHeuristic(run, window);
	return { provider: null, found, calls };
}

/** Long enough for the request to be on its way, much shorter than a provider takes. */
const UNDER_WAY_MS = 50;

/** Does the work once the request is under way, unless it is answered before. */
async function whileWaiting<T>(request: Promise<T>, work: () => void): Promise<T> {
	const timer = setTimeout(work, UNDER_WAY_MS);
	try {
		return await request;
	} finally {
		clearTimeout(timer);
	}
}

/**
 * Reserves the budget for a provider's call. The first extractor's budget is reserved with the
 * rest of the run; another extractor's only when it is called.
 */
function roomFor(
	deps: StepDeps,
	run: LiveRun,
	index: number,
	provider: Provider,
): Promise<RunError | null> {
	if (provider === deps.extractors[0]) return reserveBudget(deps, run, "extract");
	const price = deps.budget.prices[provider] ?? null;
	return deps.budget.reserve(run.input.run_id, [
		{ step: taskName(index, provider), ...estimateCalls("extract", 1, price) },
	]);
}

function taskName(index: number, provider: Provider): string {
	return `extract:${index}:${provider}`;
}

function limitPerWindow(max_statements: number, windows: number): number {
	const share = Math.ceil((CHOICE * max_statements) / windows);
	return Math.min(MOST_PER_WINDOW, Math.max(LEAST_PER_WINDOW, share));
}

/**
 * Whether the answer is usable: at least one of its quotes occurs in the transcript, or it
 * contains no statements.
 */
function isGrounded(run: LiveRun, found: StatementCandidate[]): boolean {
	const claims = found.filter(({ left_out }) => !left_out);
	return !claims.length || claims.some(({ quote, cues }) => run.matcher.find(quote, cues) !== null);
}

/** Searches the whole transcript, so that a window's edge does not split a sentence. */
function byHeuristic(run: LiveRun, window: TranscriptWindow): StatementCandidate[] {
	const { cues } = window;
	if (!run.transcript) return [];
	if (!cues) return sentenceStatements({ ...run.transcript, text: window.text });
	return run.sentences.filter(({ cue }) => cue !== null && cue >= cues.from && cue < cues.to);
}
