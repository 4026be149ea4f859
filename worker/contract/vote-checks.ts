import * as z from "zod";
import { Instant, StatementId, VideoId } from "./ids.ts";
import { MAX_REASON_CHARS } from "./limits.ts";

const Count = z.int().min(0);
const Percent = z.int().min(0).max(100);

/** A statement's votes that its agreement percentage counts, if it does not count all. */
export const CheckedVotes = z.object({
	/** The percentage is being checked, for at most an hour. */
	checking: z.boolean(),
	/** The votes that the percentage counts: without the suspect ones. */
	upvotes: Count,
	downvotes: Count,
	/** null while it is being checked, and if it counts no vote. */
	community_agreement: Percent.nullable(),
	since: Instant,
	/** The reason, for readers. */
	reason: z.string(),
});
export type CheckedVotes = z.infer<typeof CheckedVotes>;

/** A video's votes that its agreement percentage counts, if it does not count all. */
export const CheckedTotals = z.object({
	/** The number of votes behind `community_agreement`: without the suspect ones. */
	total_votes: Count,
	/** Statements whose percentage is being checked now. */
	statements: Count,
});
export type CheckedTotals = z.infer<typeof CheckedTotals>;

/**
 * The percentage: "open" is being checked; "settled" counts two suspect votes of each
 * network and all others, without a person; "lifted" counts all; "upheld" counts no suspect
 * vote.
 */
export const HoldState = z.enum(["open", "settled", "lifted", "upheld"]);
export type HoldState = z.infer<typeof HoldState>;

/** Suspect votes as the team sees them: in numbers, without the voters. */
export const VoteHold = z.object({
	id: z.string(),
	state: HoldState,
	/** How they were detected. */
	cause: z.enum(["new_accounts", "one_network"]),
	/** The direction of the suspect votes. */
	vote_type: z.enum(["upvote", "downvote"]),
	video: z.object({ id: VideoId, title: z.string() }),
	statement: z.object({ id: StatementId, quote: z.string() }),
	/**
	 * The number of suspect votes; how many came from new accounts, and how many from a
	 * shared network.
	 */
	votes: Count,
	fresh_votes: Count,
	shared_votes: Count,
	/** The first and the last of them. */
	first_at: Instant,
	last_at: Instant,
	/** The counts without the suspect votes, and all. */
	before: z.object({ upvotes: Count, downvotes: Count }),
	now: z.object({ upvotes: Count, downvotes: Count }),
	opened_at: Instant,
	decided_at: Instant.nullable(),
});
export type VoteHold = z.infer<typeof VoteHold>;

export const VoteHolds = z.object({
	/** Newest first. */
	holds: z.array(VoteHold),
	next_cursor: z.string().nullable(),
});
export type VoteHolds = z.infer<typeof VoteHolds>;

export const HoldDecision = z.object({
	state: z.enum(["lifted", "upheld"]),
	/** For the team's audit log. */
	reason: z.string().trim().max(MAX_REASON_CHARS).optional(),
});
export type HoldDecision = z.infer<typeof HoldDecision>;

export const VoteHoldAnswer = z.object({ hold: VoteHold });
export type VoteHoldAnswer = z.infer<typeof VoteHoldAnswer>;
