import * as z from "zod";
import {
	Basis,
	DroppedQuote,
	Evidence,
	EvidenceId,
	FactCheck,
	FoundPassage,
	Interval,
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

/** What models believe without a source. Confidence 0 means that they do not know. */
export const Lean = z.object({
	score: z.int().min(0).max(100),
	confidence: z.int().min(0).max(100),
});

/** One provider's rating of one statement. Scores are 0 (factual) to 100 (false). */
export const Rating = z.object({
	provider: Provider,
	model: z.string(),
	status: RatingStatus,
	/** null if the statement is unverified: without a verdict there is no score. */
	score: z.int().min(0).max(100).nullable(),
	confidence: z.int().min(0).max(100),
	explanation: z.string(),
	/** http(s) links or bare domains, as text. */
	sources: z.array(z.string()),
	/** The provider's verdict on the passages; null if it was given none. */
	verdict: z.enum(RATER_VERDICTS).nullable(),
	/**
	 * What the provider believes apart from the passages; null if it gave no lean or the run had no
	 * evidence.
	 */
	lean: Lean.nullable(),
	/** The pieces of the statement's evidence that the provider cites. */
	citations: z.array(z.object({ evidence_id: EvidenceId, stance: z.enum(STANCES) })),
	/** Quotes that failed the quote check. */
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
	/** What the quotes leave open; empty unless `shows` is "part". */
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
	/** The claim as a sentence that can be understood without context. */
	content: z.string(),
	/** The speaker's words, verbatim from the transcript. */
	quote: z.string(),
	context: SpeechContext,
	/** Seconds into the video. */
	timestamp: z.number().min(0),
	timestamp_source: TimestampSource,
	/** Whether the text addresses the AI that rates it: asks for a score, or gives instructions. */
	aimed_at_raters: z.boolean(),
	/** null if the statement is unverified, like everything else that is a number of its score. */
	ai_score: z.int().min(0).max(100).nullable(),
	confidence_level: z.int().min(0).max(100).nullable(),
	openai_score: ProviderScore,
	claude_score: ProviderScore,
	gemini_score: ProviderScore,
	explanation: z.string(),
	/** The opened pages if `basis` is "evidence", otherwise the sources that the models name. */
	sources: z.array(z.string()),
	/** What `ai_score` is based on: opened pages, or the models' beliefs. */
	basis: Basis,
	/** null if the run asked no sources. */
	verdict: z.enum(VERDICTS).nullable(),
	/** Set only if the verdict is "unverified". */
	unverified_reason: z.enum(UNVERIFIED_REASONS).nullable(),
	/** Whether the claim was true at the time of the video; null without a verdict. */
	when_said: z.enum(WHEN_SAID).nullable(),
	/** Whether the claim is true today; null without a verdict. */
	today: z.enum(TODAY).nullable(),
	/** What the statement leaves out; set only for the verdict "missing_context". */
	missing_context: z.string().nullable(),
	/** The range of the score; null if `basis` is "memory". */
	interval: Interval.nullable(),
	/** The number of clusters of pages found by sources that the verdict is based on. */
	independent_sources: z.int().min(0),
	/** Strongest first. */
	evidence: z.array(Evidence),
	/** null if the quotes were not read a second time. */
	support: Support.nullable(),
	/** Published fact checks of the same claim: their publishers' words, never ours. */
	fact_checks: z.array(FactCheck),
	/** What the sources say; only if no AI model was there to rate it ("no_rater"). */
	passages: z.array(FoundPassage),
	/** The models' mean belief without a source; null if none has one. */
	lean: Lean.nullable(),
	ratings: z.array(Rating),
	upvotes: z.int().min(0),
	downvotes: z.int().min(0),
	/** Present only if the agreement percentage does not count all votes. */
	votes_held: CheckedVotes.optional(),
	/** Only if public reports of other videos have the same claim: how many, at most 100. */
	also_said: z.object({ key: ClaimKey, videos: z.int().min(1) }).optional(),
	created_at: Instant,
});
export type Statement = z.infer<typeof Statement>;

/**
 * Who extracted the statements of a result, how many were found, and how many were chosen for
 * rating.
 */
export const Extraction = z.object({
	by: z.enum(EXTRACTED_BY),
	/** Statements found in the transcript. Those not chosen for rating are left out. */
	found: z.int().min(0),
	/** Statements chosen for rating. */
	chosen: z.int().min(0),
});
export type Extraction = z.infer<typeof Extraction>;

/** A statement that was found but not rated. */
export const LeftOut = z.object({
	content: z.string(),
	/** The speaker's words, verbatim from the transcript. */
	quote: z.string(),
	/** Seconds into the video. */
	timestamp: z.number().min(0),
	timestamp_source: TimestampSource,
	reason: z.enum(LEFT_OUT_REASONS),
});
export type LeftOut = z.infer<typeof LeftOut>;
