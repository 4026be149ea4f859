import type { Provider } from "#contract/ids.ts";
import type { RunError } from "#contract/problem.ts";
import { toCallRecord } from "#features/raters/provider-calls.ts";
import { estimateCalls } from "#features/spending/estimate.ts";
import type { ProviderCallRecord } from "#features/spending/sum-calls.ts";
import { type ExtractionInput, extractionQuestion } from "#features/statements/extractor.ts";
import type { StatementCandidate } from "#features/statements/merge-statements.ts";
import { sentenceStatements } from "#features/statements/sentence-heuristic.ts";
import { halfWindows, type TranscriptWindow } from "#features/statements/transcript-windows.ts";
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
 * transcript, otherwise from the sentence heuristic. A window without statements in which the
 * heuristic finds some is read once more.
 */
export async function extractWindow(
	deps: StepDeps,
	run: LiveRun,
	index: number,
): Promise<TaskOutputs["extract"]> {
	const window = run.windows[index];
	if (!window) throw new Error(`There is no window ${index}.`);
	const calls: ProviderCallRecord[] = [];
	for (const [at, provider] of deps.extractors.entries()) {
		const refused = await roomFor(deps, run, index, provider);
		if (refused) return { refused, calls };
		const answer = await whileWaiting(
			readPart(deps, run, { provider, window, task: taskName(index, provider) }),
			() => run.readAhead(),
		);
		calls.push(answer.call);
		const { found } = answer;
		if (found === null) continue;
		if (found.some(isClaim) || byHeuristic(run, window).length === 0)
			return { provider, found, calls };
		const readers = [...deps.extractors.slice(at + 1, at + 2), provider];
		return readAgain(deps, run, index, { readers, first: answer, calls });
	}
	return { provider: null, found: byHeuristic(run, window), calls };
}

/** A part of the transcript, and who reads it. */
type Part = { provider: Provider; window: TranscriptWindow; task: string };

type PartAnswer = {
	provider: Provider;
	/** null without a usable answer. */
	found: StatementCandidate[] | null;
	/** The characters of the prompt. */
	chars: number;
	/** The prompt's tokens as the provider counts them; null if it does not say. */
	tokens: number | null;
	call: ProviderCallRecord;
};

async function readPart(
	deps: StepDeps,
	run: LiveRun,
	{ provider, window, task }: Part,
): Promise<PartAnswer> {
	const input: ExtractionInput = {
		text: window.text,
		language: run.transcript?.language ?? null,
		limit:
			run.input.moment === null
				? limitPerWindow(deps.max_statements, run.windows.length)
				: IN_A_MOMENT,
	};
	const outcome = await deps.call({ kind: "extract", provider, input });
	const { system, user } = extractionQuestion(input, () => 0);
	const found = outcome.ok
		? outcome.answer.map((it): StatementCandidate => ({ ...it, cues: window.cues }))
		: null;
	return {
		provider,
		found: found && isGrounded(run, found) ? found : null,
		chars: system.length + user.length,
		// Those of several attempts are added up.
		tokens: outcome.attempts === 1 ? outcome.usage.input_tokens : null,
		call: toCallRecord(task, provider, outcome),
	};
}

/**
 * Reads a window again in halves, by another provider if there is one. What was read as empty
 * twice is empty, unless the answers show that the text was cut off.
 */
async function readAgain(
	deps: StepDeps,
	run: LiveRun,
	index: number,
	{
		readers,
		first,
		calls,
	}: { readers: Provider[]; first: PartAnswer; calls: ProviderCallRecord[] },
): Promise<TaskOutputs["extract"]> {
	const window = run.windows[index];
	const { provider, found } = first;
	const as_first = { provider, found: found ?? [], calls };
	if (!window || !run.transcript) return as_first;
	const halves = halfWindows(run.transcript, window);
	for (const reader of new Set(readers)) {
		const task = `${taskName(index, reader)}:again`;
		const estimate = estimateCalls("extract", halves.length, deps.budget.prices[reader] ?? null);
		const refused = await deps.budget.reserve(run.input.run_id, [{ step: task, ...estimate }]);
		if (refused) return as_first;
		const answers = await Promise.all(
			halves.map((half, at) =>
				readPart(deps, run, { provider: reader, window: half, task: `${task}:${at}` }),
			),
		);
		calls.push(...answers.map(({ call }) => call));
		const read = answers.filter((it) => it.found !== null);
		if (read.length === 0) continue;
		const again = read.flatMap((it) => it.found ?? []);
		if (again.some(isClaim)) return { provider: reader, found: again, calls };
		if (read.every((half) => isCut(first, half)))
			return { provider: null, found: byHeuristic(run, window), calls };
		return as_first;
	}
	return as_first;
}

/** No tokenizer has longer tokens on average, in any script. */
const MOST_CHARS_A_TOKEN = 8;
/** No server's context is smaller. */
const LEAST_CONTEXT_TOKENS = 512;
/** The least that a text must be longer than its part for their tokens to be compared. */
const TELLING_GROWTH = 0.3;

/**
 * Whether a provider did not read a prompt to its end: it counted fewer tokens than the text can
 * have, or hardly more for the whole than for the half.
 */
export function isCut(
	whole: Pick<PartAnswer, "provider" | "chars" | "tokens">,
	half: Pick<PartAnswer, "provider" | "chars" | "tokens">,
): boolean {
	if (half.tokens === null || half.tokens < LEAST_CONTEXT_TOKENS) return false;
	if (half.chars > half.tokens * MOST_CHARS_A_TOKEN) return true;
	if (whole.tokens === null || whole.provider !== half.provider) return false;
	const growth = whole.chars / half.chars - 1;
	return growth >= TELLING_GROWTH && whole.tokens / half.tokens - 1 < growth / 3;
}

function isClaim({ left_out }: StatementCandidate): boolean {
	return !left_out;
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
	const claims = found.filter(isClaim);
	return !claims.length || claims.some(({ quote, cues }) => run.matcher.find(quote, cues) !== null);
}

/** Searches the whole transcript, so that a window's edge does not split a sentence. */
function byHeuristic(run: LiveRun, window: TranscriptWindow): StatementCandidate[] {
	const { cues } = window;
	if (!run.transcript) return [];
	if (!cues) return sentenceStatements({ ...run.transcript, text: window.text });
	return run.sentences.filter(({ cue }) => cue !== null && cue >= cues.from && cue < cues.to);
}
