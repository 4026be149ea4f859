import * as z from "zod";
import { watchUrl } from "#contract/addresses.ts";
import { SourceId } from "#contract/evidence.ts";
import { Provider, RunId, StatementId, VideoId } from "#contract/ids.ts";
import { TimestampSource } from "#contract/statement.ts";
import { CaptionsReadBy, TranscriptSource } from "#contract/video.ts";

/** A statement selected from those of all windows. */
export const SelectedStatement = z.object({
	content: z.string(),
	quote: z.string(),
	quote_key: z.string(),
	timestamp: z.number(),
	timestamp_source: TimestampSource,
});
export type SelectedStatement = z.infer<typeof SelectedStatement>;

/** The immutable input of a run. */
const RunInput = z.object({
	run_id: RunId,
	video_id: VideoId,
	url: z.string(),
	started_by: z.string().nullable(),
	/** Milliseconds since the epoch. */
	started_at_ms: z.number(),
	/** Empty for a real video in demo mode, which no model rates. */
	panel: z.array(Provider),
	/** Made in demo mode: nothing is charged, and the result is hidden once a provider has a key. */
	simulated: z.boolean(),
	/** The member's pasted text, unchanged; null if there is none. */
	member_transcript: z.string().nullable(),
	/** "ignore" reads that text without its times. */
	times: z.enum(["ignore"]).optional(),
	/** The language that is spoken (BCP 47), as a member says. */
	language: z.string().optional(),
	/** Whether the run ends if YouTube does not say which language is spoken, so that it is chosen. */
	can_choose: z.boolean().optional(),
	/** Whose browser read that text; null if none did. */
	captions_read_by: CaptionsReadBy.nullable(),
	/** The source of the earlier result's transcript; null if there is none. */
	earlier_source: TranscriptSource.nullable(),
	/** The sources that the run asks; empty if it asks none. */
	evidence: z.array(SourceId),
	/** Whether a model reads wordings and quotes a second time. */
	second_reading: z.boolean(),
	/**
	 * The selection of the run that this one resumes; null if it resumes none, or one that ended
	 * before the selection.
	 */
	selected: z.array(SelectedStatement).nullable(),
	/**
	 * The run whose published result this run extends with more ratings; null if this run reads the
	 * video itself.
	 */
	adds_to: RunId.nullable(),
	/**
	 * The only statement of that result that this run checks again; null if it checks those that
	 * the result left out.
	 */
	rechecks: StatementId.nullable(),
	/** The only moment of the video that this run checks; null if it is no moment's run. */
	moment: z.object({ at: z.number().nullable(), quote: z.string().nullable() }).nullable(),
	/** What was taken down of the video's speech, for a moment's run; it shows what is said there. */
	hidden_quotes: z.array(z.string()).optional(),
	/**
	 * The run whose report of moments this run of the whole video takes over: the transcript and the
	 * rated statements; null if there is none.
	 */
	keeps: RunId.nullable(),
	/**
	 * The run whose result this run replaces, except for the statements that members asked for by a
	 * moment; null if there is none.
	 */
	keeps_asked: RunId.nullable().default(null),
	/** Whether the sources are asked even if an answer of an earlier search is kept. */
	searches_afresh: z.boolean().default(false),
	/** The site's address, which the address of a failure's page begins with; "" if it is not set. */
	origin: z.string().default(""),
});
export type RunInput = z.infer<typeof RunInput>;

const { shape } = RunInput;
const Identity = RunInput.pick({ run_id: true, video_id: true });
const Others = z.object({
	url: shape.url.optional().catch(undefined),
	started_by: shape.started_by.catch(null),
	started_at_ms: shape.started_at_ms.catch(0),
	simulated: shape.simulated.catch(false),
});

/**
 * Reads the input of a run. If this version does not know its shape, reads only what is needed to
 * end the run and returns `readable` false. Throws if not even the run and its video can be read.
 */
export function readRunInput(stored: unknown): { input: RunInput; readable: boolean } {
	const read = RunInput.safeParse(stored);
	if (read.success) return { input: read.data, readable: true };
	const identity = Identity.parse(stored);
	const { url = watchUrl(identity.video_id), ...rest } = Others.parse(stored);
	const unknown = {
		panel: [],
		member_transcript: null,
		captions_read_by: null,
		earlier_source: null,
		evidence: [],
		second_reading: false,
		selected: null,
		adds_to: null,
		rechecks: null,
		moment: null,
		keeps: null,
		keeps_asked: null,
		searches_afresh: false,
		origin: shape.origin.catch("").parse((stored as { origin?: unknown }).origin),
	};
	return { input: { ...identity, url, ...rest, ...unknown }, readable: false };
}
