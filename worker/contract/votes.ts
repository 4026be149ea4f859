import * as z from "zod";
import { Instant, StatementId, VideoId } from "./ids.ts";
import { MAX_REASON_CHARS } from "./limits.ts";
import { VOTE_REASONS } from "./vote-reasons.ts";

/** The answer to “Is this rating right?”: "upvote" agrees with the rating, "downvote" disagrees. */
export const VoteType = z
	.enum(["upvote", "downvote"])
	.describe("“Is this rating right?”: `upvote` agrees with the rating, `downvote` disagrees.");
export type VoteType = z.infer<typeof VoteType>;

/**
 * Why a member disagrees with a rating: "words": that was not said. "verdict": the rating is wrong.
 * "source": the source is weak or not independent. "context": something is left out. "outdated":
 * it is no longer so.
 */
export const VoteReason = z.enum(VOTE_REASONS);
export type VoteReason = z.infer<typeof VoteReason>;

export const VoteRequest = z
	.strictObject({
		vote_type: VoteType,
		/** Why the member disagrees. A later vote of the same type without it keeps it. */
		reason: VoteReason.optional(),
	})
	.refine(({ vote_type, reason }) => reason === undefined || vote_type === "downvote", {
		path: ["reason"],
		message: "Only a downvote has a reason.",
	});
export type VoteRequest = z.infer<typeof VoteRequest>;

export const VoteAnswer = z.object({
	statement_id: StatementId,
	upvotes: z.int().min(0),
	downvotes: z.int().min(0),
	user_vote: VoteType.nullable(),
});
export type VoteAnswer = z.infer<typeof VoteAnswer>;

export const MyVotes = z.object({ votes: z.record(z.string(), VoteType) });
export type MyVotes = z.infer<typeof MyVotes>;

const Count = z.int().min(0);
const Percent = z.int().min(0).max(100);

/** The votes that a statement's agreement percentage counts, if it does not count all of them. */
export const CheckedVotes = z.object({
	checking: z.boolean(),
	/** The votes that the percentage counts, without those that are checked. */
	upvotes: Count,
	downvotes: Count,
	/** null during the review, and if the percentage counts no vote. */
	community_agreement: Percent.nullable(),
	since: Instant,
	reason: z.string(),
});
export type CheckedVotes = z.infer<typeof CheckedVotes>;

/** The votes that a video's agreement percentage counts, if it does not count all of them. */
export const CheckedTotals = z.object({
	/** The number of votes that `community_agreement` counts, without those that are checked. */
	total_votes: Count,
	statements: Count,
});
export type CheckedTotals = z.infer<typeof CheckedTotals>;

/**
 * The state of a vote check:
 * - "open": the percentage is under review.
 * - "settled": nobody decided in time; two checked votes of each network count, and all other
 * votes. Further votes of one mailbox are settled at once.
 * - "lifted": an admin decided that all votes count.
 * - "upheld": an admin decided that no checked vote counts.
 */
export const VoteCheckState = z.enum(["open", "settled", "lifted", "upheld"]);
export type VoteCheckState = z.infer<typeof VoteCheckState>;

/** A vote check as admins see it: counts without the voters. */
export const VoteCheck = z.object({
	id: z.string(),
	state: VoteCheckState,
	cause: z.enum(["new_accounts", "one_network", "one_mailbox"]),
	vote_type: z.enum(["upvote", "downvote"]),
	video: z.object({ id: VideoId, title: z.string() }),
	statement: z.object({ id: StatementId, quote: z.string() }),
	/**
	 * The number of checked votes, how many of them came from new accounts, and how many from a
	 * shared network.
	 */
	votes: Count,
	fresh_votes: Count,
	shared_votes: Count,
	/** The times of the first and the last checked vote. */
	first_at: Instant,
	last_at: Instant,
	before: z.object({ upvotes: Count, downvotes: Count }),
	now: z.object({ upvotes: Count, downvotes: Count }),
	opened_at: Instant,
	decided_at: Instant.nullable(),
});
export type VoteCheck = z.infer<typeof VoteCheck>;

export const VoteCheckPage = z.object({
	holds: z.array(VoteCheck),
	next_cursor: z.string().nullable(),
});
export type VoteCheckPage = z.infer<typeof VoteCheckPage>;

export const VoteCheckDecision = z.strictObject({
	state: z.enum(["lifted", "upheld"]),
	reason: z.string().trim().max(MAX_REASON_CHARS).optional(),
});
export type VoteCheckDecision = z.infer<typeof VoteCheckDecision>;

export const VoteCheckAnswer = z.object({ hold: VoteCheck });
export type VoteCheckAnswer = z.infer<typeof VoteCheckAnswer>;
