import type { Analysis } from "#contract/analysis.ts";
import type { RunError } from "#contract/problem.ts";
import type { Transcript } from "#features/captions/transcript.ts";
import type { GivenRating } from "#features/raters/consensus.ts";
import type { Metadata } from "#features/youtube/metadata-sources.ts";
import { type EvidenceState, settledRound } from "./evidence-state.ts";
import type { RunInput } from "./run-input.ts";
import type { ChosenStatement } from "./step-output.ts";
import { ratingKey } from "./task.ts";
import { batchOf, wordingsToRead } from "./wordings.ts";

/** The outputs of the finished tasks. A field is null until its task has finished. */
export type RunState = {
	input: RunInput;
	/** The kinds of task that have started at least once. */
	begun: ReadonlySet<string>;
	metadata: Metadata | null;
	/** The number of windows that the provider transcribes; null if there is no transcription. */
	transcribe_windows: number | null;
	transcribed: ReadonlySet<number>;
	transcript: Transcript | null;
	extract_windows: number | null;
	extracted: ReadonlySet<number>;
	/** The chosen statements as they were extracted. */
	selected: ChosenStatement[] | null;
	/** The chosen statements, of which a decided wording may have changed the content. */
	chosen: ChosenStatement[] | null;
	/** Whether each wording that was read stands, by the statement's index. */
	wordings: ReadonlyMap<number, boolean>;
	/** Keyed by ratingKey. */
	ratings: ReadonlyMap<string, GivenRating>;
	published: boolean;
	error: RunError | null;
	/** The search or read in progress, for viewers. */
	activity: Analysis["activity"];
} & EvidenceState;

/**
 * Whether the run is of demo mode and not of a sample: no model rates its statements, and its
 * result shows what the sources say.
 */
export function hasNoRater({ input }: Pick<RunState, "input">): boolean {
	return input.panel.length === 0;
}

/** Whether the run searches for evidence. Otherwise it rates from memory. */
export function searches(state: Pick<RunState, "input">): boolean {
	return state.input.evidence.length > 0;
}

/**
 * The ratings of one statement in the panel's order. Empty if the day's budget left the statement
 * unrated, null while a rating is missing.
 */
export function ratingsFor(state: RunState, index: number): GivenRating[] | null {
	if (!isWorded(state, index)) return null;
	if (state.chosen?.[index]?.out_of_budget) return [];
	const round = searches(state) ? settledRound(state, index) : 1;
	if (round === null) return null;
	const ratings = state.input.panel.map((provider) =>
		state.ratings.get(ratingKey(index, provider, round)),
	);
	return ratings.every((rating) => rating !== undefined) ? ratings : null;
}

/** Whether it is decided what the statement says, so that it may be searched for and rated. */
export function isWorded(
	state: Pick<RunState, "input" | "selected" | "wordings">,
	index: number,
): boolean {
	if (state.wordings.has(index)) return true;
	return wordingsToRead(state, batchOf(index)).every(([statement]) => statement !== index);
}

/** The number of statements that are rated, which excludes those beyond the day's budget. */
export function countRateable(state: Pick<RunState, "chosen">): number {
	return (state.chosen ?? []).filter((it) => !it.out_of_budget).length;
}
