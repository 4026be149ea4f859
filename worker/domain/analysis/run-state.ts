import type { Provider, RunId, StatementId, VideoId } from "#contract/ids.ts";
import type { RunError } from "#contract/problem.ts";
import type { Rating, TimestampSource } from "#contract/statement.ts";
import type { TranscriptSource } from "#contract/video.ts";
import type { Metadata } from "../metadata.ts";
import type { Transcript } from "../transcript.ts";

/** What a run was started with; never changes while it lasts. */
export type RunInput = {
	run_id: RunId;
	video_id: VideoId;
	url: string;
	started_by: string | null;
	/** Milliseconds since the epoch. */
	started_at_ms: number;
	panel: Provider[];
	simulated: boolean;
	/** Pasted by the member, as it came; null where none was. */
	member_transcript: string | null;
	/** Where the result that this run would replace came from. */
	earlier_source: TranscriptSource | null;
};

/** A statement chosen for rating. */
export type ChosenStatement = {
	content: string;
	quote: string;
	quote_key: string;
	timestamp: number;
	timestamp_source: TimestampSource;
	/** The id it has if the earlier one below does not hold. */
	new_id: StatementId;
	/** The live statement with the same words at the same cue, if there is one. */
	earlier: {
		id: StatementId;
		ai_score: number;
		upvotes: number;
		downvotes: number;
		created_at: string;
	} | null;
};

/**
 * Everything that finished tasks have brought so far. A field is null until its
 * task is done.
 */
export type RunState = {
	input: RunInput;
	/** Kinds of task that were taken up at least once. */
	begun: ReadonlySet<string>;
	metadata: Metadata | null;
	/** How many windows the generative provider transcribes; null where it is not asked. */
	transcribe_windows: number | null;
	transcribed: ReadonlySet<number>;
	transcript: Transcript | null;
	extract_windows: number | null;
	extracted: ReadonlySet<number>;
	chosen: ChosenStatement[] | null;
	/** By `<statement index>:<provider>`. */
	ratings: ReadonlyMap<string, Rating>;
	published: boolean;
	error: RunError | null;
};

export function ratingKey(index: number, provider: Provider): string {
	return `${index}:${provider}`;
}

/** The panel's ratings of one statement in the panel's order, or null while one is missing. */
export function ratingsOf(state: RunState, index: number): Rating[] | null {
	const ratings = state.input.panel.map((provider) =>
		state.ratings.get(ratingKey(index, provider)),
	);
	return ratings.every((rating) => rating !== undefined) ? ratings : null;
}

export function allRated(state: RunState): boolean {
	return (
		state.chosen !== null &&
		state.ratings.size === state.chosen.length * state.input.panel.length
	);
}
