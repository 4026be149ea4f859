import type { Analysis, AnalysisStep } from "#contract/analysis.ts";
import type { Provider } from "#contract/ids.ts";
import { computeConsensus, videoScore } from "#features/raters/consensus.ts";
import { ratingKey } from "./evidence-state.ts";
import {
	allRated,
	countRateable,
	type RunState,
	ratingsFor,
	searches,
} from "./run-state.ts";

type Milestone = { analysis_step: AnalysisStep | null; progress: number };

/** The run as its viewers see it. */
export function describeRun(state: RunState): Analysis {
	return {
		run: state.input.run_id,
		status: describeStatus(state),
		...currentMilestone(state),
		bs_score: runningScore(state),
		claims_found: state.chosen?.length ?? 0,
		providers: state.input.panel.map((provider) => ({
			provider,
			...countRatings(state, provider),
			total: countRateable(state),
		})),
		activity: state.published ? null : state.activity,
		started_at: new Date(state.input.started_at_ms).toISOString(),
		error: state.published ? state.error : null,
	};
}

/** A failure is not reported until it is published: until then the run is still working. */
function describeStatus(state: RunState): Analysis["status"] {
	if (!state.published) return "analyzing";
	return state.error ? "failed" : "completed";
}

/** Progress in percent: 10 once the id is known, then more after each part. */
function currentMilestone(state: RunState): Milestone {
	if (state.published)
		return { analysis_step: null, progress: state.error ? 0 : 100 };
	if (!state.transcript)
		return { analysis_step: "extracting", progress: readingProgress(state) };
	if (!state.chosen)
		return {
			analysis_step: "processing",
			progress: span(
				50,
				searches(state) ? 55 : 60,
				state.extracted.size,
				state.extract_windows,
			),
		};
	if (allRated(state)) return { analysis_step: "finalizing", progress: 90 };
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
			// A second round adds ratings, and the share must not pass the whole.
			Math.min(state.ratings.size, expected),
			expected,
		),
	};
}

function readingProgress(state: RunState): number {
	if (!state.metadata) return state.begun.has("metadata") ? 20 : 10;
	if (!state.begun.has("transcript")) return 30;
	return span(40, 50, state.transcribed.size, state.transcribe_windows);
}

/** Between two milestones, with one decimal. */
function span(
	from: number,
	to: number,
	done: number,
	total: number | null,
): number {
	if (!total) return from;
	return Math.round((from + ((to - from) * done) / total) * 10) / 10;
}

/**
 * The first provider in the panel's order that has an open rating. Ratings are never
 * taken back, so a provider that has none left is never named again.
 */
function ratingStep(state: RunState): AnalysisStep {
	const open = state.input.panel.find((provider) => {
		const { done, failed } = countRatings(state, provider);
		return done + failed < countRateable(state);
	});
	return open ?? "analyzing";
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

function runningScore(state: RunState): number {
	const rated = (state.chosen ?? []).flatMap((_, index) => {
		const ratings = ratingsFor(state, index);
		return ratings?.length ? [computeConsensus(ratings)] : [];
	});
	return rated.length ? videoScore(rated).bs_score : 0;
}
