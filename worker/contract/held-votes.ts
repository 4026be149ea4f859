import * as z from "zod";
import { Instant, StatementId, VideoId } from "./ids.ts";

const Count = z.int().min(0);
const Percent = z.int().min(0).max(100);

/** What is shown of a statement while its votes are being checked. */
export const HeldVotes = z.object({
	/** The counts from before the votes that are checked. */
	upvotes: Count,
	downvotes: Count,
	/** Percent of agreeing votes before; null where nobody had voted. */
	community_agreement: Percent.nullable(),
	since: Instant,
	/** Why, in words for everybody. */
	reason: z.string(),
});
export type HeldVotes = z.infer<typeof HeldVotes>;

/** What is shown of a video while votes on some of its statements are being checked. */
export const HeldTotals = z.object({
	/** The votes that `community_agreement` is of: without those that are checked. */
	total_votes: Count,
	/** Statements whose votes are being checked. */
	statements: z.int().min(1),
});
export type HeldTotals = z.infer<typeof HeldTotals>;

/**
 * "open": the votes are being checked, and what is shown is from before.
 * "lifted": they count like all others. "upheld": the burst's votes do not count.
 */
export const HoldState = z.enum(["open", "lifted", "upheld"]);
export type HoldState = z.infer<typeof HoldState>;

/** A burst of votes as the team sees it: in numbers, without its voters. */
export const VoteHold = z.object({
	id: z.string(),
	state: HoldState,
	/** What it was recognised by. */
	cause: z.enum(["new_accounts", "one_network"]),
	/** The way in which the burst voted. */
	vote_type: z.enum(["upvote", "downvote"]),
	video: z.object({ id: VideoId, title: z.string() }),
	statement: z.object({ id: StatementId, quote: z.string() }),
	/** The burst's votes; how many came from new accounts, and how many from a network with others of them. */
	votes: Count,
	fresh_votes: Count,
	shared_votes: Count,
	/** The first and the last of them; null where all those members have left. */
	first_at: Instant.nullable(),
	last_at: Instant.nullable(),
	/** The counts from before the burst, and as they count now. */
	before: z.object({ upvotes: Count, downvotes: Count }),
	now: z.object({ upvotes: Count, downvotes: Count }),
	opened_at: Instant,
	decided_at: Instant.nullable(),
});
export type VoteHold = z.infer<typeof VoteHold>;

export const VoteHolds = z.object({
	/** Open ones oldest first, as a queue; decided ones newest first. */
	holds: z.array(VoteHold),
	next_cursor: z.string().nullable(),
});
export type VoteHolds = z.infer<typeof VoteHolds>;

export const HoldDecision = z.object({ state: z.enum(["lifted", "upheld"]) });
export type HoldDecision = z.infer<typeof HoldDecision>;

export const VoteHoldAnswer = z.object({ hold: VoteHold });
export type VoteHoldAnswer = z.infer<typeof VoteHoldAnswer>;
