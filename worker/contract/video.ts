import * as z from "zod";
import { Analysis, AnalysisStatus } from "./analysis.ts";
import { Basis, Coverage, Interval, SourceId } from "./evidence.ts";
import { Extraction, LeftOut } from "./extraction.ts";
import { ChannelId, Instant, Provider, VideoId } from "./ids.ts";
import { RunError } from "./problem.ts";
import { CreatorResponse } from "./responses.ts";
import { Statement, TimestampSource } from "./statement.ts";
import { CheckedTotals } from "./vote-checks.ts";

export const TranscriptSource = z.enum([
	"captions",
	"ai_transcription",
	"member",
	"sample",
]);
export type TranscriptSource = z.infer<typeof TranscriptSource>;

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
	bs_score: z.int().min(0).max(100),
	confidence_level: z.int().min(0).max(100),
	/** What `bs_score` rests on; "memory" if too little could be checked. */
	basis: Basis,
	coverage: Coverage,
	/** Where the score lies; null on basis memory. */
	interval: Interval.nullable(),
	/** The sources that were asked; empty if there were none, null if the run is older than evidence. */
	evidence_sources: z.array(SourceId).nullable(),
	analysis_status: AnalysisStatus,
	claims_count: z.int().min(0),
	total_votes: z.int().min(0),
	/** Percent of agreeing votes, without those that are left out; null without votes. */
	community_agreement: z.int().min(0).max(100).nullable(),
	/** Only if the agreement percentage does not count all votes. */
	votes_held: CheckedTotals.optional(),
	transcript_source: TranscriptSource.nullable(),
	/** The providers that rated it. */
	panel: z.array(Provider),
	simulated: z.boolean(),
	/** Rises with every published result. */
	version: z.int().min(0),
	created_at: Instant,
	updated_at: Instant,
});
export type VideoSummary = z.infer<typeof VideoSummary>;

/** Text of a transcript that addresses the AI that rates it, with its surroundings. */
export const PromptInjection = z.object({
	/** Seconds into the video; null if unknown. */
	timestamp: z.number().min(0).nullable(),
	timestamp_source: TimestampSource,
	text: z.string(),
});
export type PromptInjection = z.infer<typeof PromptInjection>;

export const Video = VideoSummary.extend({
	/** Unicode characters of the transcript; null if there is none, or if unknown. */
	transcript_chars: z.int().min(0).nullable(),
	/**
	 * The first such passages of the transcript, in order; null if there is no transcript,
	 * or if it was not searched.
	 */
	aimed_at_raters: z.array(PromptInjection).nullable(),
	/** null if there is no result, or if it is older than this field. */
	extraction: Extraction.nullable(),
	error: RunError.nullable(),
	/** When title, channel and views were last read; null if never. */
	metadata_read_at: Instant.nullable(),
	/** Since when the platform does not show the video; null while it does. */
	unavailable_since: Instant.nullable(),
});
export type Video = z.infer<typeof Video>;

export const Report = z.object({
	video: Video,
	/** By timestamp. */
	statements: z.array(Statement),
	/** Oldest first, including withdrawn ones. */
	responses: z.array(CreatorResponse),
	/** Found and not rated, at most 100; `reason` says why. */
	left_out: z.array(LeftOut),
	/** The live run, or null. */
	analysis: Analysis.nullable(),
});
export type Report = z.infer<typeof Report>;

/** A page of the archive. */
const PAGE_SIZE = 24;
const MAX_PAGE_SIZE = 50;

/** The filters of a list; a cursor is the `next_cursor` of the previous page. */
export const VideoQuery = z.object({
	cursor: z.string().optional(),
	/** Part of a title or a channel's name, as in the search. */
	q: z.string().optional(),
	/** Only this channel's. */
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
	/** Empty if the text has no times. */
	cues: z.array(Cue),
	transcript: z.string(),
});
export type TranscriptAnswer = z.infer<typeof TranscriptAnswer>;
