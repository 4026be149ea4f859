import * as z from "zod";
import { StatementId } from "./ids.ts";

/** The answer to “Is this rating right?”: "upvote" agrees with the rating, "downvote" disagrees. */
export const VoteType = z
	.enum(["upvote", "downvote"])
	.describe("“Is this rating right?”: `upvote` agrees with the rating, `downvote` disagrees.");
export type VoteType = z.infer<typeof VoteType>;

export const VoteRequest = z.strictObject({ vote_type: VoteType });
export type VoteRequest = z.infer<typeof VoteRequest>;

export const VoteAnswer = z.object({
	statement_id: StatementId,
	upvotes: z.int().min(0),
	downvotes: z.int().min(0),
	/** null after the vote was withdrawn. */
	user_vote: VoteType.nullable(),
});
export type VoteAnswer = z.infer<typeof VoteAnswer>;

export const MyVotes = z.object({
	votes: z.record(z.string(), VoteType),
});
export type MyVotes = z.infer<typeof MyVotes>;
