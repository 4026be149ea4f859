import { type Analysis, type AnalysisStep, MAX_FOUND } from "#contract/analysis.ts";
import { countFinding } from "#contract/finding.ts";
import type { Provider } from "#contract/ids.ts";
import { hasScore } from "#contract/score-standing.ts";
import { stripTurns } from "#features/captions/non-speech.ts";
import type { StatementResult } from "#features/evidence/statement-verdict.ts";
import { computeConsensus, videoScore } from "#features/raters/consensus.ts";
import type { LiveView } from "#features/reports/live-report.ts";
import { createCutter } from "#features/takedowns/cut-words.ts";
import { evidenceResult } from "./evidence-result.ts";
import type { LiveRun } from "./live-run.ts";
import { ratedStatements } from "./rated-statement.ts";
import { countRateable, type RunState, ratingsFor, searches } from "./run-state.ts";
import { allSettled, awaitsSupportCheck, isSettled } from "./support-state.ts";
import { ratingKey } from "./task.ts";

type Milestone = { analysis_step: AnalysisStep | null; progress: number };

/** The run as it is sent to who reads the report. */
export function toLiveView(run: LiveRun): LiveView {
	return {
		input: run.input,
		metadata: run.metadata,
		analysis: describeRun(run),
		statements: ratedStatements(run),
	};
}

/** The run as its viewers see it. */
export function describeRun(state: LiveRun): Analysis {
	const settled = settledStatements(state);
	return {
		run: state.input.run_id,
		status: describeStatus(state),
		...currentMilestone(state),
		bs_score: runningScore(state, settled),
		finding: countFinding(settled),
		claims_found: findCount(state),
		claims_chosen: state.chosen?.length ?? 0,
		found: state.published ? [] : foundQuotes(state),
		providers: state.input.panel.map((provider) => ({
			provider,
			...countRatings(state, provider),
			total: countRateable(state),
		})),
		activity: state.published ? null : describeActivity(state),
		moment: describeMoment(state),
		started_at: new Date(state.input.started_at_ms).toISOString(),
		error: state.published ? state.error : null,
	};
}

function describeActivity({ waits_for, activity }: LiveRun): Analysis["activity"] {
	return waits_for === null ? activity : { kind: "wait", text: waits_for };
}

/** Those of the whole video, or of the moment, whether or not they are rated. */
function findCount({ input, chosen, selection }: LiveRun): number {
	const chosen_or_kept = (chosen?.length ?? 0) + selection.kept.length;
	return input.moment === null ? (selection.extraction?.found ?? chosen_or_kept) : chosen_or_kept;
}

/** The speaker's own words: the wording to be rated is shown with its rating. */
function foundQuotes({ chosen }: LiveRun): Analysis["found"] {
	return (chosen ?? [])
		.slice(0, MAX_FOUND)
		.map(({ quote, timestamp, timestamp_source }) => ({
			quote,
			timestamp: timestamp_source === "cue" ? timestamp : null,
		}));
}

function describeMoment({ input, moment }: LiveRun): Analysis["moment"] {
	if (input.moment === null) return null;
	if (moment === null) return { at: input.moment.at, from: null, to: null, said: null };
	const { at, from, to, text } = moment;
	const cutter = createCutter((input.hidden_quotes ?? []).map((quote) => ({ quote })));
	return { at, from, to, said: cutter.text(stripTurns(text)) };
}

/** A failure is reported only after its publication; until then the run counts as running. */
function describeStatus(state: RunState): Analysis["status"] {
	if (!state.published) return "analyzing";
	return state.error ? "failed" : "completed";
}

/** The current milestone. Progress is 10 percent once the id is known and rises with each part. */
function currentMilestone(state: RunState): Milestone {
	if (state.published) return { analysis_step: null, progress: state.error ? 0 : 100 };
	if (!state.transcript) return { analysis_step: "extracting", progress: readingProgress(state) };
	if (!state.chosen)
		return {
			analysis_step: "processing",
			progress: span(50, searches(state) ? 55 : 60, state.extracted.size, state.extract_windows),
		};
	if (allSettled(state)) return { analysis_step: "finalizing", progress: 90 };
	if (searches(state) && state.ratings.size === 0)
		return {
			analysis_step: "searching",
			progress: span(55, 60, state.searches.size, countRateable(state)),
		};
	const expected = countRateable(state) * state.input.panel.length;
	return {
		analysis_step: ratingStep(state),
		progress: span(
			60,
			90,
			// A second round adds ratings, and the share must not pass the whole. The last step of a
			// statement is taken when its quotes have been read a second time.
			Math.min(state.ratings.size - countAwaitingCheck(state), expected),
			expected,
		),
	};
}

function readingProgress(state: RunState): number {
	if (!state.metadata) return state.begun.has("metadata") ? 20 : 10;
	if (!state.begun.has("transcript")) return 30;
	return span(40, 50, state.transcribed.size, state.transcribe_windows);
}

/** Interpolates between two milestones, rounded to one decimal. */
function span(from: number, to: number, done: number, total: number | null): number {
	if (!total) return from;
	return Math.round((from + ((to - from) * done) / total) * 10) / 10;
}

/**
 * The first provider in the panel's order with an open rating, else the last provider. Ratings are
 * never removed, so a provider without open ratings is not reported again.
 */
function ratingStep(state: RunState): AnalysisStep {
	const open = state.input.panel.find((provider) => {
		const { done, failed } = countRatings(state, provider);
		return done + failed < countRateable(state);
	});
	return open ?? state.input.panel.at(-1) ?? "analyzing";
}

function countAwaitingCheck(state: RunState): number {
	return (state.chosen ?? []).filter((_, index) => awaitsSupportCheck(state, index)).length;
}

function countRatings(state: RunState, provider: Provider) {
	let done = 0;
	let failed = 0;
	for (let index = 0; index < (state.chosen?.length ?? 0); index++) {
		const status = state.ratings.get(ratingKey(index, provider))?.status;
		if (status === "failed") failed++;
		else if (status) done++;
	}
	return { done, failed };
}

/** The mean score of the statements that have one so far. */
function runningScore(run: LiveRun, settled: readonly Settled[]): number | null {
	if (run.input.moment !== null) return null;
	const rated = settled.filter(hasScore);
	// Without sources every rated statement has a score, and the run begins with 0.
	if (rated.length === 0) return searches(run) ? null : 0;
	return videoScore(rated).bs_score;
}

type Settled = Pick<StatementResult, "ai_score" | "confidence_level"> & {
	/** null without sources. */
	verdict: StatementResult["verdict"] | null;
};

/** The chosen statements that are rated. */
function settledStatements(run: LiveRun): Settled[] {
	return (run.chosen ?? []).flatMap((_, index): Settled[] => {
		const ratings = ratingsFor(run, index);
		if (!ratings?.length || !isSettled(run, index)) return [];
		if (searches(run)) return [checkedResult(run, index)];
		return [{ ...computeConsensus(ratings), verdict: null }];
	});
}

const checked_results = new WeakMap<LiveRun, Map<number, Settled>>();

/**
 * The result of a rated statement. It no longer changes, and every event of the run asks for it, so
 * it is computed once.
 */
function checkedResult(run: LiveRun, index: number): Settled {
	const results = checked_results.get(run) ?? new Map<number, Settled>();
	checked_results.set(run, results);
	const known = results.get(index);
	if (known !== undefined) return known;
	const { result } = evidenceResult(run, index);
	results.set(index, result);
	return result;
}
