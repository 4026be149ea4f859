import * as z from "zod";
import { Instant, Provider, StatementId, VideoId } from "./ids.ts";
import { CheckedVotes } from "./vote-checks.ts";

export const RatingStatus = z.enum(["ok", "failed", "simulated"]);
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
	sources: z.array(z.string()),
	ratings: z.array(Rating),
	upvotes: z.int().min(0),
	downvotes: z.int().min(0),
	/** Only if the agreement percentage does not count all votes. */
	votes_held: CheckedVotes.optional(),
	created_at: Instant,
});
export type Statement = z.infer<typeof Statement>;
