import type { Provider } from "#contract/ids.ts";
import type { RunError } from "#contract/problem.ts";
import type { Amount, Need } from "#features/spending/day.ts";
import {
	estimateCalls,
	estimateSpokenChars,
	estimateStatements,
	sumAmounts,
} from "#features/spending/estimate.ts";
import { WINDOW_CHARS } from "#features/statements/transcript-windows.ts";
import type { Price } from "#providers/prices.ts";
import type { LiveRun } from "../live-run.ts";
import { searches } from "../run-state.ts";
import type { StepDeps } from "../step-deps.ts";
import { heardPart, mostStatements } from "./moment.ts";

type Deps = Pick<StepDeps, "budget" | "extractors" | "transcriber" | "max_statements">;

const asked = new WeakMap<LiveRun, Map<string, Promise<RunError | null>>>();

/**
 * Reserves the rest of the run in the site's daily budget before its first provider call. Returns
 * null if all of it fits. Every call of a phase calls this function, but the ledger is called
 * once per phase.
 */
export function reserveBudget(
	deps: Deps,
	run: LiveRun,
	phase: "transcribe" | "extract",
): Promise<RunError | null> {
	const phases = asked.get(run) ?? new Map<string, Promise<RunError | null>>();
	asked.set(run, phases);
	const known = phases.get(phase);
	if (known) return known;
	const needs = phase === "extract" ? readingNeeds(deps, run) : listeningNeeds(deps, run);
	const answer = deps.budget.reserve(run.input.run_id, needs);
	phases.set(phase, answer);
	// After an error, the next attempt calls the ledger again.
	answer.catch(() => phases.delete(phase));
	return answer;
}

/** The budget for rating this many statements with the whole panel, and reading their quotes again. */
export function ratingNeed(
	{ budget }: Pick<StepDeps, "budget">,
	run: LiveRun,
	statements: number,
): Need {
	const step = searches(run) ? "rate_by_evidence" : "rate";
	const parts = run.input.panel.map((provider) =>
		estimateCalls(step, statements, budget.prices[provider] ?? null),
	);
	if (searches(run) && run.input.second_reading)
		parts.push(estimateChecks(run.input.panel, statements, budget.prices));
	return { step: "rate", ...sumAmounts(parts) };
}

/** Who reads follows from the ratings, so the most expensive provider is assumed. */
export function estimateChecks(
	panel: readonly Provider[],
	statements: number,
	prices: Partial<Record<Provider, Price | null>>,
): Amount {
	const [dearest] = panel
		.map((provider) => estimateCalls("check_support", statements, prices[provider] ?? null))
		.sort((a, b) => b.usd - a.usd);
	return dearest ?? { calls: 0, usd: 0 };
}

function readingNeeds(deps: Deps, run: LiveRun): Need[] {
	const chars = run.windows.reduce((sum, { text }) => sum + text.length, 0);
	const windows = run.windows.length - run.extracted.size;
	return [
		extraction(deps, windows),
		ratingNeed(deps, run, estimateStatements(chars, mostStatements(deps, run))),
	];
}

/** The budget for a transcription, whose text length is not known yet. */
function listeningNeeds(deps: Deps, run: LiveRun): Need[] {
	const { transcriber } = deps;
	let seconds = 0;
	for (let window = 0; window < (run.transcribe_windows ?? 0); window++) {
		const { start, end } = heardPart(run, window);
		seconds += end - start;
	}
	const chars = estimateSpokenChars(seconds);
	const windows = (run.transcribe_windows ?? 0) - run.transcribed.size;
	const price = transcriber && deps.budget.prices[transcriber];
	return [
		{ step: "transcribe", ...estimateCalls("transcribe", windows, price ?? null) },
		extraction(deps, run.input.moment ? 1 : Math.ceil(chars / WINDOW_CHARS)),
		ratingNeed(deps, run, estimateStatements(chars, mostStatements(deps, run))),
	];
}

/**
 * The budget for the first extractor, which usually succeeds. Another extractor's budget is
 * reserved when it is called.
 */
function extraction({ extractors, budget }: Deps, windows: number): Need {
	const [first] = extractors;
	const price: Price | null = (first && budget.prices[first]) ?? null;
	const calls = first ? windows : 0;
	return { step: "extract", ...estimateCalls("extract", calls, price) };
}
