import * as z from "zod";
import { Analysis, AnalysisStatus } from "./analysis.ts";
import { Basis, Coverage, Interval, SourceId } from "./evidence.ts";
import { ChannelId, Instant, Provider, VideoId } from "./ids.ts";
import { RunError } from "./problem.ts";
import { CreatorResponse } from "./responses.ts";
import { Extraction, Lean, LeftOut, Statement, TimestampSource } from "./statement.ts";
import { CheckedTotals } from "./votes.ts";

export const TranscriptSource = z.enum(["captions", "ai_transcription", "member", "sample"]);
export type TranscriptSource = z.infer<typeof TranscriptSource>;

/** Whose browser read a member's transcript in the player. */
export const CaptionsReadBy = z.enum(["browser", "two_browsers"]);
export type CaptionsReadBy = z.infer<typeof CaptionsReadBy>;

export const VideoSummary = z.object({
	id: VideoId,
	url: z.string(),
	/** Empty until the metadata has been read. */
	title: z.string(),
	channel_name: z.string(),
	channel_id: z.string().nullable(),
	thumbnail_url: z.string(),
	/** Seconds; null if no source has it. */
	duration: z.number().nullable(),
	view_count: z.number().nullable(),
	published_at: Instant.nullable(),
	/** null if too little could be checked. */
	bs_score: z.int().min(0).max(100).nullable(),
	/** null if `bs_score` is. */
	confidence_level: z.int().min(0).max(100).nullable(),
	/** What the models believe without a source; null if none says so. Never a score. */
	lean: Lean.nullable(),
	/** What `bs_score` is based on; "memory" if too little could be checked. */
	basis: Basis,
	coverage: Coverage,
	/** The range of the score; null if `basis` is "memory". */
	interval: Interval.nullable(),
	/** The sources that the run asked; empty if it asked none. */
	evidence_sources: z.array(SourceId),
	analysis_status: AnalysisStatus,
	claims_count: z.int().min(0),
	total_votes: z.int().min(0),
	/** Percentage of agreeing votes, without votes that are excluded; null without votes. */
	community_agreement: z.int().min(0).max(100).nullable(),
	/** Present only if the agreement percentage does not count all votes. */
	votes_held: CheckedTotals.optional(),
	transcript_source: TranscriptSource.nullable(),
	/**
	 * Set if `transcript_source` is "member" and a member's browser read the captions in the player.
	 * "two_browsers": another member's browser gave the same text, from another network and at least
	 * a day apart, with accounts older than a day, so the video is listed.
	 */
	captions_read_by: CaptionsReadBy.nullable(),
	/** The providers that rated the video. */
	panel: z.array(Provider),
	simulated: z.boolean(),
	/** Increases with every published result. */
	version: z.int().min(0),
	created_at: Instant,
	updated_at: Instant,
});
export type VideoSummary = z.infer<typeof VideoSummary>;

/** Text in a transcript that addresses the AI that rates it, with the surrounding text. */
export const PromptInjection = z.object({
	/** Seconds into the video; null if unknown. */
	timestamp: z.number().min(0).nullable(),
	timestamp_source: TimestampSource,
	text: z.string(),
});
export type PromptInjection = z.infer<typeof PromptInjection>;

/** How a video differs from what was analysed. */
export const VideoEdit = z.object({
	noticed_at: Instant,
	/** Both lengths in seconds; null if the length is the same or unknown. */
	duration: z.object({ analysed: z.number(), now: z.number() }).nullable(),
	/** Percentage of the captions' words that changed; null if they are the same or unknown. */
	captions_changed: z.number().min(0).max(100).nullable(),
	/**
	 * The number of statements whose votes from before are set aside: those whose words the captions
	 * do not have any more, or all if the captions cannot be compared.
	 */
	affected: z.int().min(0),
});
export type VideoEdit = z.infer<typeof VideoEdit>;

export const Video = VideoSummary.extend({
	/** The transcript's language (BCP 47); absent if it is not known. */
	language: z.string().optional(),
	/** Unicode characters of the transcript; null if there is none. */
	transcript_chars: z.int().min(0).nullable(),
	/** The first prompt injections in the transcript, in order; null if there is no transcript. */
	aimed_at_raters: z.array(PromptInjection).nullable(),
	/** null if there is no result. */
	extraction: Extraction.nullable(),
	error: RunError.nullable(),
	/** When title, channel and views were last read; null if they were never read. */
	metadata_read_at: Instant.nullable(),
	/** When YouTube first failed to show the video; null while it shows the video. */
	unavailable_since: Instant.nullable(),
	/** Present only if the video was edited after the analysis. */
	edited: VideoEdit.optional(),
	/**
	 * Since when quotes that a verdict rests on are no longer on their pages; null if all are. The
	 * verdict stays until the next analysis.
	 */
	evidence_changed_at: Instant.nullable(),
});
export type Video = z.infer<typeof Video>;

export const Report = z.object({
	video: Video,
	/** Ordered by timestamp. */
	statements: z.array(Statement),
	/** Oldest first, including withdrawn responses. */
	responses: z.array(CreatorResponse),
	/** Statements that were found but not rated, at most 100. `reason` says why. */
	left_out: z.array(LeftOut),
	/** The running analysis, or null. */
	analysis: Analysis.nullable(),
});
export type Report = z.infer<typeof Report>;

/** Entries on one page of the archive. */
const PAGE_SIZE = 24;
const MAX_PAGE_SIZE = 50;

/** The filters of a list; a cursor is the `next_cursor` of the previous page. */
export const VideoQuery = z.object({
	cursor: z.string().optional(),
	/** Part of a title or channel name, as in the search. */
	q: z.string().optional(),
	/** Restricts the list to this channel. */
	channel_id: ChannelId.optional(),
	limit: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(PAGE_SIZE),
});
export type VideoQuery = z.infer<typeof VideoQuery>;

export const VideoPage = z.object({
	videos: z.array(VideoSummary),
	next_cursor: z.string().nullable(),
});
export type VideoPage = z.infer<typeof VideoPage>;

export const SearchResult = VideoSummary.pick({
	id: true,
	title: true,
	channel_name: true,
	thumbnail_url: true,
	view_count: true,
	created_at: true,
	bs_score: true,
	confidence_level: true,
	lean: true,
	basis: true,
	coverage: true,
	interval: true,
	evidence_sources: true,
	simulated: true,
});
export type SearchResult = z.infer<typeof SearchResult>;

export const Cue = z.object({ start: z.number().min(0), text: z.string() });
export type Cue = z.infer<typeof Cue>;

export const TranscriptAnswer = z.object({
	source: TranscriptSource,
	/** BCP 47, or null if unknown. */
	language: z.string().nullable(),
	/** Empty if the transcript has no timestamps. */
	cues: z.array(Cue),
	transcript: z.string(),
});
export type TranscriptAnswer = z.infer<typeof TranscriptAnswer>;
