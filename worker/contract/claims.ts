import * as z from "zod";
import { ChannelId, Instant } from "./ids.ts";
import { MAX_COMMENTS_CHARS, MAX_LINK_CHARS, MAX_REASON_CHARS } from "./limits.ts";

export const ClaimStatus = z.enum(["pending", "verified", "rejected"]);
export type ClaimStatus = z.infer<typeof ClaimStatus>;

export const VerificationMethod = z.enum(["channel_description", "team_review"]);
export type VerificationMethod = z.infer<typeof VerificationMethod>;

export const ClaimRequest = z.strictObject({
	/**
	 * The link of a channel or a video; validated by the channels feature, which has the messages
	 * for each kind of bad link.
	 */
	url: z.string().max(MAX_LINK_CHARS),
	comments: z.string().trim().max(MAX_COMMENTS_CHARS).optional(),
});
export type ClaimRequest = z.infer<typeof ClaimRequest>;

/** A member's claim that a channel is theirs. */
export const Claim = z.object({
	id: z.string(),
	url: z.string(),
	channel_id: z.string().nullable(),
	channel_name: z.string(),
	comments: z.string().nullable(),
	status: ClaimStatus,
	verified: z.boolean(),
	/** Proves ownership when the member puts it into the channel's description. */
	verification_code: z.string(),
	verification_method: VerificationMethod,
	submitted_at: Instant,
	decided_at: Instant.nullable(),
	/**
	 * Why the claim was rejected, or why a matching code alone does not verify it. To its member, an
	 * open claim also says who decides it.
	 */
	reason: z.string().nullable(),
});
export type Claim = z.infer<typeof Claim>;

/** A claim in the team's review queue. */
export const ReviewClaim = Claim.extend({
	member: z.object({ id: z.string(), full_name: z.string(), email: z.string() }),
});
export type ReviewClaim = z.infer<typeof ReviewClaim>;

export const ClaimDecision = z.strictObject({
	status: z.enum(["verified", "rejected"]),
	/** Required to reject a claim. The member can read it. */
	reason: z.string().trim().max(MAX_REASON_CHARS).optional(),
	/** Required to verify a claim whose link could not be resolved; ignored for other claims. */
	channel_id: ChannelId.optional(),
});
export type ClaimDecision = z.infer<typeof ClaimDecision>;

/** A verified owner with figures of their channel's analyses. */
export const Creator = z.object({
	id: z.string(),
	channel_id: z.string(),
	channel_name: z.string(),
	verified: z.boolean(),
	/** 100 - avg_bs_score; null without videos. */
	reputation_score: z.number().nullable(),
	total_videos: z.int(),
	avg_bs_score: z.number().nullable(),
	created_at: Instant,
});
export type Creator = z.infer<typeof Creator>;

export const ClaimAnswer = z.object({ claim: Claim });
export type ClaimAnswer = z.infer<typeof ClaimAnswer>;

export const Claims = z.object({
	/** The member's own claims, newest first. */
	claims: z.array(Claim),
	next_cursor: z.string().nullable(),
	/** The member's verified channels. */
	creators: z.array(Creator),
});
export type Claims = z.infer<typeof Claims>;

export const ReviewClaimAnswer = z.object({ claim: ReviewClaim });
export type ReviewClaimAnswer = z.infer<typeof ReviewClaimAnswer>;

export const ReviewClaims = z.object({
	/** Open claims oldest first, like a queue; decided claims newest first. */
	claims: z.array(ReviewClaim),
	next_cursor: z.string().nullable(),
});
export type ReviewClaims = z.infer<typeof ReviewClaims>;
