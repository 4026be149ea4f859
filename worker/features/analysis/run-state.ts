import * as z from "zod";
import { watchUrl } from "#contract/addresses.ts";
import type { Analysis } from "#contract/analysis.ts";
import { SourceId } from "#contract/evidence.ts";
import { Provider, RunId, StatementId, VideoId } from "#contract/ids.ts";
import type { RunError } from "#contract/problem.ts";
import { type Rating, TimestampSource } from "#contract/statement.ts";
import type { SourceId as SourceName } from "#contract/verdicts.ts";
import { CaptionsReadBy, TranscriptSource } from "#contract/video.ts";
import type { Transcript } from "#features/captions/transcript.ts";
import type { AddedPage } from "#features/evidence/added-page-queries.ts";
import type { Metadata } from "#features/youtube/metadata-sources.ts";
import { type EvidenceState, ratingKey, settledRound } from "./evidence-state.ts";

/** The immutable input of a run. */
export type RunInput = {
	run_id: RunId;
	video_id: VideoId;
	url: string;
	started_by: string | null;
	/** Milliseconds since the epoch. */
	started_at_ms: number;
	panel: Provider[];
	simulated: boolean;
	/** The member's pasted text, unchanged; null if there is none. */
	member_transcript: string | null;
	/** Whose browser read that text; null if none did. */
	captions_read_by: CaptionsReadBy | null;
	/** The transcript source of the result that this run would replace. */
	earlier_source: TranscriptSource | null;
	/**
	 * The sources that the run asks; empty if it asks none, null for runs from before evidence
	 * existed.
	 */
	evidence: SourceName[] | null;
	/**
	 * The selection of the run that this one resumes; null if it resumes none, or one that ended
	 * before the selection.
	 */
	selected: SelectedStatement[] | null;
	/**
	 * The run whose published result this run extends with more ratings; null if this run reads the
	 * video itself.
	 */
	adds_to: RunId | null;
	/**
	 * The only statement of that result that this run checks again; null if it checks those that
	 * the result left out.
	 */
	rechecks: StatementId | null;
};

/** A statement selected from those of all windows. */
export type SelectedStatement = {
	content: string;
	quote: string;
	quote_key: string;
	timestamp: number;
	timestamp_source: TimestampSource;
};

/** A statement chosen for rating. */
export type ChosenStatement = SelectedStatement & {
	/** The day's budget has no room for the statement's ratings, so it is published without any. */
	out_of_budget: boolean;
	/** The id to use if no earlier statement matches. */
	new_id: StatementId;
	/** The published statement with the same words at the same cue, if there is one. */
	earlier: {
		id: StatementId;
		ai_score: number;
		/** null if its run asked no sources. */
		verdict: string | null;
		upvotes: number;
		downvotes: number;
		created_at: string;
		/** The pages that members added to the statement, in the order in which they are read. */
		pages: AddedPage[];
	} | null;
};

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
	chosen: ChosenStatement[] | null;
	/** Keyed by ratingKey. */
	ratings: ReadonlyMap<string, Rating>;
	published: boolean;
	error: RunError | null;
	/** The search or read in progress, for viewers. */
	activity: Analysis["activity"];
} & EvidenceState;

/** Whether the run searches for evidence. Otherwise it rates from memory. */
export function searches(state: Pick<RunState, "input">): boolean {
	return (state.input.evidence ?? []).length > 0;
}

/**
 * The ratings of one statement in the panel's order. Empty if the day's budget left the statement
 * unrated, null while a rating is missing.
 */
export function ratingsFor(state: RunState, index: number): Rating[] | null {
	if (state.chosen?.[index]?.out_of_budget) return [];
	const round = searches(state) ? settledRound(state, index) : 1;
	if (round === null) return null;
	const ratings = state.input.panel.map((provider) =>
		state.ratings.get(ratingKey(index, provider, round)),
	);
	return ratings.every((rating) => rating !== undefined) ? ratings : null;
}

/** The number of statements that are rated, which excludes those beyond the day's budget. */
export function countRateable(state: Pick<RunState, "chosen">): number {
	return (state.chosen ?? []).filter((it) => !it.out_of_budget).length;
}

export function allRated(state: RunState): boolean {
	return state.chosen?.every((_, index) => ratingsFor(state, index) !== null) ?? false;
}

export const SelectedShape = {
	content: z.string(),
	quote: z.string(),
	quote_key: z.string(),
	timestamp: z.number(),
	timestamp_source: TimestampSource,
};

/** The stored form, which an earlier version may have written. A new field needs a default here. */
const Stored = z.object({
	run_id: RunId,
	video_id: VideoId,
	url: z.string(),
	started_by: z.string().nullable(),
	started_at_ms: z.number(),
	panel: z.array(Provider),
	simulated: z.boolean(),
	member_transcript: z.string().nullable(),
	captions_read_by: CaptionsReadBy.nullable().default(null),
	earlier_source: TranscriptSource.nullable(),
	evidence: z.array(SourceId).nullable().default(null),
	selected: z.array(z.object(SelectedShape)).nullable().default(null),
	adds_to: RunId.nullable().default(null),
	rechecks: StatementId.nullable().default(null),
}) satisfies z.ZodType<RunInput>;

const { run_id, video_id, ...others } = Stored.shape;
const Identity = z.object({ run_id, video_id });
const Others = z.object({
	url: others.url.optional().catch(undefined),
	started_by: others.started_by.catch(null),
	started_at_ms: others.started_at_ms.catch(0),
	simulated: others.simulated.catch(false),
});

/**
 * Reads the input of a run. If this version does not know its shape, reads only what is needed to
 * end the run and returns `readable` false. Throws if not even the run and its video can be read.
 */
export function readRunInput(stored: unknown): {
	input: RunInput;
	readable: boolean;
} {
	const read = Stored.safeParse(stored);
	if (read.success) return { input: read.data, readable: true };
	const identity = Identity.parse(stored);
	const { url = watchUrl(identity.video_id), ...rest } = Others.parse(stored);
	const unknown = {
		panel: [],
		member_transcript: null,
		captions_read_by: null,
		earlier_source: null,
		evidence: null,
		selected: null,
		adds_to: null,
		rechecks: null,
	};
	return { input: { ...identity, url, ...rest, ...unknown }, readable: false };
}
