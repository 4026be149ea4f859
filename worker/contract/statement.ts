import * as z from "zod";
import { Dispute } from "./disputes.ts";
import {
	Basis,
	DroppedQuote,
	Evidence,
	EvidenceId,
	FactCheck,
	FoundPassage,
	Interval,
	Lean,
} from "./evidence.ts";
import { ClaimKey, Instant, Provider, StatementId, VideoId } from "./ids.ts";
import { EXTRACTED_BY, LEFT_OUT_REASONS } from "./selection.ts";
import {
	RATER_VERDICTS,
	SHOWS,
	STANCES,
	TODAY,
	UNVERIFIED_REASONS,
	VERDICTS,
	WHEN_SAID,
} from "./verdicts.ts";
import { CheckedVotes } from "./votes.ts";

/**
 * "unsupported": none of the rating's quotes was found on a page and fits its verdict, so the
 * rating does not count.
 */
const RatingStatus = z.enum(["ok", "unsupported", "failed", "simulated"]);

/** One provider's rating of one statement. Scores are 0 (factual) to 100 (false). */
export const Rating = z.object({
	provider: Provider,
	model: z.string(),
	status: RatingStatus,
	/** null if the statement is unverified: without a verdict there is no score. */
	score: z.int().min(0).max(100).nullable(),
	confidence: z.int().min(0).max(100),
	explanation: z.string(),
	sources: z.array(z.string()),
	verdict: z.enum(RATER_VERDICTS).nullable(),
	/**
	 * What the provider believes apart from the passages; null if it gave no lean or the run had no
	 * evidence.
	 */
	lean: Lean.nullable(),
	citations: z.array(z.object({ evidence_id: EvidenceId, stance: z.enum(STANCES) })),
	dropped: z.array(DroppedQuote),
});
export type Rating = z.infer<typeof Rating>;

/**
 * "cue": from a timed caption; "estimated": spread over the video's length; "unknown": there
 * are neither cues nor a length, and the number only keeps the order.
 */
export const TimestampSource = z.enum(["cue", "estimated", "unknown"]);
export type TimestampSource = z.infer<typeof TimestampSource>;

/** The words spoken up to 30 seconds before and after the quote, verbatim. */
export const SpeechContext = z.object({ before: z.string(), after: z.string() });
export type SpeechContext = z.infer<typeof SpeechContext>;

/** The second reading of a statement's quotes, by a model that has seen no rating. */
export const Support = z.object({
	shows: z.enum(SHOWS),
	missing_part: z.string(),
	/** 0 to 100, that what it says of the quotes is right. */
	probability: z.int().min(0).max(100),
	by: Provider,
});
export type Support = z.infer<typeof Support>;

const ProviderScore = z.int().min(0).max(100).nullable();

export const Statement = z.object({
	id: StatementId,
	video_id: VideoId,
	content: z.string(),
	quote: z.string(),
	context: SpeechContext,
	/**
	 * Who says the quote, as the transcript writes it; null or absent where it names nobody, and for
	 * results of 1.0.0.
	 */
	speaker: z.string().nullish(),
	timestamp: z.number().min(0),
	timestamp_source: TimestampSource,
	aimed_at_raters: z.boolean(),
	/**
	 * Present only if a member asked for it and the analysis of the whole video did not choose it. It
	 * is not part of the score, coverage, counts and averages.
	 */
	on_request: z.boolean().optional(),
	/** null if the statement is unverified, like everything else that is a number of its score. */
	ai_score: z.int().min(0).max(100).nullable(),
	confidence_level: z.int().min(0).max(100).nullable(),
	/**
	 * The measurement that the confidence comes from; null for one that was not measured, and in
	 * results stored before there was one.
	 */
	calibration: z.string().nullable(),
	openai_score: ProviderScore,
	claude_score: ProviderScore,
	gemini_score: ProviderScore,
	explanation: z.string(),
	sources: z.array(z.string()),
	/** What `ai_score` is based on: opened pages, or the models' beliefs. */
	basis: Basis,
	verdict: z.enum(VERDICTS).nullable(),
	unverified_reason: z.enum(UNVERIFIED_REASONS).nullable(),
	when_said: z.enum(WHEN_SAID).nullable(),
	today: z.enum(TODAY).nullable(),
	missing_context: z.string().nullable(),
	interval: Interval.nullable(),
	/** The number of clusters of pages found by sources that the verdict is based on. */
	independent_sources: z.int().min(0),
	evidence: z.array(Evidence),
	/** null if the quotes were not read a second time. */
	support: Support.nullable(),
	fact_checks: z.array(FactCheck),
	/** What the sources say; only if no AI model was there to rate it ("no_rater"). */
	passages: z.array(FoundPassage),
	lean: Lean.nullable(),
	ratings: z.array(Rating),
	upvotes: z.int().min(0),
	downvotes: z.int().min(0),
	votes_held: CheckedVotes.optional(),
	/**
	 * The same for the same claim in any video (`GET /api/statements/{key}`); missing while the
	 * statement is not part of a result.
	 */
	key: ClaimKey.optional(),
	/** Only if public reports of other videos have the same claim: how many, at most 100. */
	also_said: z.object({ key: ClaimKey, videos: z.int().min(1) }).optional(),
	/** The newest five; left out if there is none. */
	disputes: z.array(Dispute).optional(),
	created_at: Instant,
});
export type Statement = z.infer<typeof Statement>;

/** A statement that a search found. Its evidence and ratings are in the report. */
export const FoundStatement = Statement.pick({
	id: true,
	video_id: true,
	content: true,
	speaker: true,
	timestamp: true,
	timestamp_source: true,
	basis: true,
	verdict: true,
	unverified_reason: true,
	ai_score: true,
	lean: true,
}).extend({
	key: ClaimKey,
	/** Empty if unknown. */
	video_title: z.string(),
	/** Whether the scores were made up for a demonstration. */
	simulated: z.boolean(),
});
export type FoundStatement = z.infer<typeof FoundStatement>;

/**
 * Who extracted the statements of a result, how many were found, and how many were chosen for
 * rating.
 */
export const Extraction = z.object({
	by: z.enum(EXTRACTED_BY),
	/** Statements found in the transcript. Those not chosen for rating are left out. */
	found: z.int().min(0),
	chosen: z.int().min(0),
	/**
	 * How many sentences a simple rule takes for statements, where the model found none and the rule
	 * several.
	 */
	found_by_rule: z.int().min(1).optional(),
});
export type Extraction = z.infer<typeof Extraction>;

/** A statement that was found but not rated. */
export const LeftOut = z.object({
	content: z.string(),
	quote: z.string(),
	timestamp: z.number().min(0),
	timestamp_source: TimestampSource,
	reason: z.enum(LEFT_OUT_REASONS),
});
export type LeftOut = z.infer<typeof LeftOut>;
