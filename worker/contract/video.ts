import * as z from "zod";
import { Analysis, AnalysisStatus, TranscriptReading } from "./analysis.ts";
import { Basis, Coverage, Finding, Interval, Lean, SourceId } from "./evidence.ts";
import { ChannelId, Cursor, Instant, Provider, StatementId, VideoId } from "./ids.ts";
import { RunError } from "./problem.ts";
import { CreatorResponse } from "./responses.ts";
import { Extraction, FoundStatement, LeftOut, Statement, TimestampSource } from "./statement.ts";
import { CheckedTotals } from "./votes.ts";

export const TranscriptSource = z.enum(["captions", "ai_transcription", "member", "sample"]);
export type TranscriptSource = z.infer<typeof TranscriptSource>;

/** Whose browser read a member's transcript in the player. */
export const CaptionsReadBy = z.enum(["browser", "two_browsers"]);
export type CaptionsReadBy = z.infer<typeof CaptionsReadBy>;

/**
 * How it is known that captions are in the language that is spoken: it is not, a member said so, or
 * they are in another one.
 */
export const SpokenLanguage = z.enum(["unknown", "chosen_by_member", "another"]);
export type SpokenLanguage = z.infer<typeof SpokenLanguage>;

/** What a report covers: the whole video, or only the moments that members asked about. */
export const Scope = z.enum(["full", "moments"]);
export type Scope = z.infer<typeof Scope>;

export const VideoSummary = z.object({
	id: VideoId,
	url: z.string(),
	title: z.string(),
	channel_name: z.string(),
	channel_id: z.string().nullable(),
	thumbnail_url: z.string(),
	duration: z.number().nullable(),
	view_count: z.number().nullable(),
	published_at: Instant.nullable(),
	bs_score: z.int().min(0).max(100).nullable(),
	confidence_level: z.int().min(0).max(100).nullable(),
	lean: Lean.nullable(),
	/** What `bs_score` is based on; "memory" if too little could be checked. */
	basis: Basis,
	scope: Scope,
	coverage: Coverage,
	finding: Finding,
	interval: Interval.nullable(),
	/** The sources that the run asked; empty if it asked none. */
	evidence_sources: z.array(SourceId),
	analysis_status: AnalysisStatus,
	claims_count: z.int().min(0),
	total_votes: z.int().min(0),
	community_agreement: z.int().min(0).max(100).nullable(),
	votes_held: CheckedTotals.optional(),
	transcript_source: TranscriptSource.nullable(),
	/**
	 * Set if `transcript_source` is "member" and a member's browser read the captions in the player.
	 * "two_browsers": another member's browser gave the same text, from another network and at least
	 * a day apart, with accounts older than a day, so the video is listed.
	 */
	captions_read_by: CaptionsReadBy.nullable(),
	panel: z.array(Provider),
	simulated: z.boolean(),
	version: z.int().min(0),
	created_at: Instant,
	updated_at: Instant,
});
export type VideoSummary = z.infer<typeof VideoSummary>;

/** Text in a transcript that addresses the AI that rates it, with the surrounding text. */
export const PromptInjection = z.object({
	timestamp: z.number().min(0).nullable(),
	timestamp_source: TimestampSource,
	text: z.string(),
});
export type PromptInjection = z.infer<typeof PromptInjection>;

/** The video's length in seconds when it was read, and now. */
export const LengthChange = z.object({ read: z.number(), now: z.number() });
export type LengthChange = z.infer<typeof LengthChange>;

/** Who wrote a result, for programs that must tell AI's texts from people's. */
export const MadeBy = z.object({
	kind: z.enum(["ai_models", "simulated_raters"]),
	models: z.array(z.string()),
	evidence: z.enum(["quotes_checked_by_code", "none"]),
	reviewed_by: z.null(),
});
export type MadeBy = z.infer<typeof MadeBy>;

export const Video = VideoSummary.extend({
	made_by: MadeBy.nullable(),
	language: z.string().optional(),
	spoken_language: SpokenLanguage.optional(),
	transcript_chars: z.int().min(0).nullable(),
	/** The first prompt injections in the transcript, in order; null if there is no transcript. */
	aimed_at_raters: z.array(PromptInjection).nullable(),
	extraction: Extraction.nullable(),
	error: RunError.nullable(),
	metadata_read_at: Instant.nullable(),
	unavailable_since: Instant.nullable(),
	length_changed: LengthChange.optional(),
	earlier_version: z.int().min(1).nullable(),
	/**
	 * Since when quotes that a verdict rests on are no longer on their pages; null if all are. The
	 * verdict stays until the next analysis.
	 */
	evidence_changed_at: Instant.nullable(),
});
export type Video = z.infer<typeof Video>;

/** A part of the video that was checked because a member asked about it. */
export const Moment = z.object({
	at: z.number().min(0).nullable(),
	from: z.number().min(0).nullable(),
	to: z.number().min(0).nullable(),
	checked_at: Instant,
	said: z.string(),
	/** Its statements in the report; empty if nothing in it could be checked. */
	statement_ids: z.array(StatementId),
});
export type Moment = z.infer<typeof Moment>;

export const Report = z.object({
	video: Video,
	/** Ordered by timestamp. */
	statements: z.array(Statement),
	moments: z.array(Moment),
	responses: z.array(CreatorResponse),
	/** Statements that were found but not rated, at most 100. `reason` says why. */
	left_out: z.array(LeftOut),
	/** What was understood of a member's text; absent for other transcripts. */
	transcript: TranscriptReading.optional(),
	analysis: Analysis.nullable(),
});
export type Report = z.infer<typeof Report>;

/** Entries on one page of the archive. */
const PAGE_SIZE = 24;
const MAX_PAGE_SIZE = 50;

/** The filters of a list; a cursor is the `next_cursor` of the previous page. */
export const VideoQuery = z.object({
	cursor: Cursor,
	q: z.string().optional(),
	/** Restricts the list to this channel. */
	channel_id: ChannelId.optional(),
	scope: Scope.optional(),
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
	channel_id: true,
	thumbnail_url: true,
	view_count: true,
	created_at: true,
	bs_score: true,
	confidence_level: true,
	lean: true,
	basis: true,
	scope: true,
	coverage: true,
	finding: true,
	interval: true,
	evidence_sources: true,
	simulated: true,
});
export type SearchResult = z.infer<typeof SearchResult>;

/** What a search found, each newest first; at most ten. */
export const SearchAnswer = z.object({
	results: z.array(SearchResult),
	statements: z.array(FoundStatement),
});
export type SearchAnswer = z.infer<typeof SearchAnswer>;

export const Cue = z.object({
	start: z.number().min(0),
	text: z.string(),
	/** As the transcript writes it; null or absent where it names none. */
	speaker: z.string().nullish(),
});
export type Cue = z.infer<typeof Cue>;

/** From the offset `at` of a text without times, `speaker` speaks; null if nobody is named. */
export const SpokenTurn = z.object({ at: z.int().min(0), speaker: z.string().nullable() });
export type SpokenTurn = z.infer<typeof SpokenTurn>;

export const TranscriptAnswer = z.object({
	source: TranscriptSource,
	language: z.string().nullable(),
	cues: z.array(Cue.extend({ speaker: z.string().nullable() })),
	transcript: z.string(),
	turns: z.array(SpokenTurn).optional(),
});
export type TranscriptAnswer = z.infer<typeof TranscriptAnswer>;
