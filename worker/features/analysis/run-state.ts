import * as z from "zod";
import { watchUrl } from "#contract/addresses.ts";
import { Provider, RunId, type StatementId, VideoId } from "#contract/ids.ts";
import type { RunError } from "#contract/problem.ts";
import type { Rating, TimestampSource } from "#contract/statement.ts";
import { TranscriptSource } from "#contract/video.ts";
import type { Transcript } from "#features/captions/transcript.ts";
import type { Metadata } from "#features/youtube/metadata-sources.ts";

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
export function ratingsFor(state: RunState, index: number): Rating[] | null {
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

/** As it was stored, perhaps by another version; a field that is new needs a default here. */
const Stored = z.object({
	run_id: RunId,
	video_id: VideoId,
	url: z.string(),
	started_by: z.string().nullable(),
	started_at_ms: z.number(),
	panel: z.array(Provider),
	simulated: z.boolean(),
	member_transcript: z.string().nullable(),
	earlier_source: TranscriptSource.nullable(),
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
 * What a run was started with. Where this version does not know its shape, as
 * much of it as the run needs to be ended: it is not `readable` then. Throws
 * where not even the run and its video can be told.
 */
export function readRunInput(stored: unknown): {
	input: RunInput;
	readable: boolean;
} {
	const read = Stored.safeParse(stored);
	if (read.success) return { input: read.data, readable: true };
	const identity = Identity.parse(stored);
	const { url = watchUrl(identity.video_id), ...rest } = Others.parse(stored);
	const unknown = { panel: [], member_transcript: null, earlier_source: null };
	return { input: { ...identity, url, ...rest, ...unknown }, readable: false };
}
