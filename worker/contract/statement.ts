import * as z from "zod";
import {
	Basis,
	DroppedQuote,
	Evidence,
	EvidenceId,
	Interval,
} from "./evidence.ts";
import { Instant, Provider, StatementId, VideoId } from "./ids.ts";
import {
	RATER_VERDICTS,
	STANCES,
	TODAY,
	UNVERIFIED_REASONS,
	VERDICTS,
	WHEN_SAID,
} from "./verdicts.ts";
import { CheckedVotes } from "./vote-checks.ts";

/** "unsupported": its verdict has no quote that was found and fits it, so it does not count. */
export const RatingStatus = z.enum([
	"ok",
	"unsupported",
	"failed",
	"simulated",
]);
export type RatingStatus = z.infer<typeof RatingStatus>;

/** One provider's rating of one statement. Scores are 0 (factual) to 100 (false). */
export const Rating = z.object({
	provider: Provider,
	model: z.string(),
	status: RatingStatus,
	score: z.int().min(0).max(100),
	confidence: z.int().min(0).max(100),
	explanation: z.string(),
	/** http(s) links or bare domains, as text. */
	sources: z.array(z.string()),
	/** What the provider says the passages say; null if it was asked without any. */
	verdict: z.enum(RATER_VERDICTS).nullable().default(null),
	/** What it believes apart from them; null if it gave none, or the run had no evidence. */
	lean: z
		.object({
			score: z.int().min(0).max(100),
			confidence: z.int().min(0).max(100),
		})
		.nullable()
		.default(null),
	/** The statement's evidence that it cites. */
	citations: z
		.array(z.object({ evidence_id: EvidenceId, stance: z.enum(STANCES) }))
		.default([]),
	/** The quotes that it gave and code did not accept. */
	dropped: z.array(DroppedQuote).default([]),
});
export type Rating = z.infer<typeof Rating>;

/**
 * "cue": from a timed caption; "estimated": spread over the video's length; "unknown": there
 * are neither cues nor a length, and the number only keeps the order.
 */
export const TimestampSource = z.enum(["cue", "estimated", "unknown"]);
export type TimestampSource = z.infer<typeof TimestampSource>;

const ProviderScore = z.int().min(0).max(100).nullable();

export const Statement = z.object({
	id: StatementId,
	video_id: VideoId,
	/** The claim as a sentence that is understandable alone. */
	content: z.string(),
	/** The speaker's words, verbatim from the transcript. */
	quote: z.string(),
	/** Seconds into the video. */
	timestamp: z.number().min(0),
	timestamp_source: TimestampSource,
	/** The text addresses the AI that rates it: asks for a score, or gives instructions. */
	aimed_at_raters: z.boolean(),
	ai_score: z.int().min(0).max(100),
	confidence_level: z.int().min(0).max(100),
	openai_score: ProviderScore,
	claude_score: ProviderScore,
	gemini_score: ProviderScore,
	explanation: z.string(),
	/** The opened pages if the basis is evidence, else what the models name. */
	sources: z.array(z.string()),
	/** What `ai_score` rests on: opened pages, or what the models believe. */
	basis: Basis,
	/** null if the run asked no sources, or is older than evidence. */
	verdict: z.enum(VERDICTS).nullable(),
	/** Only beside the verdict "unverified". */
	unverified_reason: z.enum(UNVERIFIED_REASONS).nullable(),
	/** Whether it was true when it was said; null without a verdict. */
	when_said: z.enum(WHEN_SAID).nullable(),
	/** Whether it is true by now; null without a verdict. */
	today: z.enum(TODAY).nullable(),
	/** What the statement leaves out, if that is its verdict. */
	missing_context: z.string().nullable(),
	/** Where the score lies; null on basis memory. */
	interval: Interval.nullable(),
	/** The clusters of pages that the verdict rests on. */
	independent_sources: z.int().min(0),
	/** The strongest first. */
	evidence: z.array(Evidence),
	ratings: z.array(Rating),
	upvotes: z.int().min(0),
	downvotes: z.int().min(0),
	/** Only if the agreement percentage does not count all votes. */
	votes_held: CheckedVotes.optional(),
	created_at: Instant,
});
export type Statement = z.infer<typeof Statement>;
