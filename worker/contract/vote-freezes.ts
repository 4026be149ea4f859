import * as z from "zod";
import { Instant, StatementId, VideoId } from "./ids.ts";

const Count = z.int().min(0);
const Percent = z.int().min(0).max(100);

/** What is shown of a statement while its votes are being checked. */
export const FrozenVotes = z.object({
	/** The counts from before the suspect votes. */
	upvotes: Count,
	downvotes: Count,
	/** Percent of agreeing votes before; null if there were none. */
	community_agreement: Percent.nullable(),
	since: Instant,
	/** The reason, for readers. */
	reason: z.string(),
});
export type FrozenVotes = z.infer<typeof FrozenVotes>;

/** What is shown of a video while votes on some of its statements are being checked. */
export const FrozenTotals = z.object({
	/** The number of votes behind `community_agreement`: without the suspect ones. */
	total_votes: Count,
	/** Statements whose votes are being checked. */
	statements: z.int().min(1),
});
export type FrozenTotals = z.infer<typeof FrozenTotals>;

/**
 * "open": the votes are being checked, and the counts from before are shown. "lifted":
 * they count like all others. "upheld": they do not count.
 */
export const HoldState = z.enum(["open", "lifted", "upheld"]);
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
	/** The first and the last of them; null if all their members have left. */
	first_at: Instant.nullable(),
	last_at: Instant.nullable(),
	/** The counts from before the suspect votes, and the current ones. */
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
