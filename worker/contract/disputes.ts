import * as z from "zod";
import { AddPageRequest } from "./evidence.ts";
import { RatedAs } from "./follows.ts";
import { Instant, StatementId, VideoId } from "./ids.ts";
import { MAX_DISPUTE_CHARS, MAX_REASON_CHARS } from "./limits.ts";
import { VoteReason } from "./votes.ts";

/**
 * What became of a dispute: "open" until the statement was checked again with the page. "moved":
 * the verdict is another one since. "not_checked": no analysis read the page within a day.
 * "hidden": the site's team hides its page and comment.
 */
export const DisputeOutcome = z.enum(["open", "moved", "stays", "not_checked", "hidden"]);
export type DisputeOutcome = z.infer<typeof DisputeOutcome>;

/** A member's objection to a statement's rating, with a page. Says nothing about the member. */
export const Dispute = z.object({
	id: z.string(),
	/** The statement's current id. */
	statement_id: StatementId,
	reason: VoteReason,
	url: z.string().nullable(),
	comment: z.string().nullable(),
	/** Whether the page counts as found by a source, so that a verdict may rest on it. */
	can_move: z.boolean(),
	created_at: Instant,
	settled_at: Instant.nullable(),
	outcome: DisputeOutcome,
	/** The rating before the check; while the dispute is open, the one that is disputed. */
	before: RatedAs,
	/** null unless the statement was checked again. */
	after: RatedAs.nullable(),
});
export type Dispute = z.infer<typeof Dispute>;

export const DisputeRequest = z.strictObject({
	reason: VoteReason,
	url: AddPageRequest.shape.url,
	comment: z.string().trim().max(MAX_DISPUTE_CHARS).optional(),
});
export type DisputeRequest = z.infer<typeof DisputeRequest>;

/**
 * When the statement is checked again. "started": a run has begun, or waits for the video's running
 * one. "later": it was checked again less than a day ago, or no run can begin now; one begins as
 * soon as it may, within a day.
 */
export const Recheck = z.enum(["started", "later"]);

export const DisputeAnswer = z.object({ dispute: Dispute, recheck: Recheck });
export type DisputeAnswer = z.infer<typeof DisputeAnswer>;

export const Disputes = z.object({
	/** Newest first; at most 200. */
	disputes: z.array(Dispute),
});
export type Disputes = z.infer<typeof Disputes>;

/** A dispute as admins see it. */
export const ReviewDispute = Dispute.extend({
	video: z.object({ id: VideoId, title: z.string() }),
	statement: z.string(),
	full_name: z.string().nullable(),
});
export type ReviewDispute = z.infer<typeof ReviewDispute>;

export const ReviewDisputes = z.object({
	disputes: z.array(ReviewDispute),
	next_cursor: z.string().nullable(),
});
export type ReviewDisputes = z.infer<typeof ReviewDisputes>;

/** Hides a text of a member, or shows it again. */
export const HideRequest = z.strictObject({
	hidden: z.boolean(),
	reason: z.string().trim().max(MAX_REASON_CHARS).optional(),
});
export type HideRequest = z.infer<typeof HideRequest>;

/**
 * How much waits for admins: undecided claims, open vote checks, disputes that are not settled, and
 * notices without an answer.
 */
export const WaitingReviews = z.object({
	claims: z.int().min(0),
	votes: z.int().min(0),
	disputes: z.int().min(0),
	notices: z.int().min(0),
});
export type WaitingReviews = z.infer<typeof WaitingReviews>;
