import type { Claim, ClaimStatus } from "#contract/claims.ts";
import type { IconName } from "#web/ui/icon.tsx";

export const STATUS_WORDS: Record<
	ClaimStatus,
	{ word: string; icon: IconName }
> = {
	pending: { word: "Pending", icon: "clock" },
	verified: { word: "Verified", icon: "check" },
	rejected: { word: "Rejected", icon: "close" },
};

export const METHOD_WORDS: Record<Claim["verification_method"], string> = {
	channel_description: "Code in the channel's description",
	team_review: "Review by our team",
};

/** What the team promises, where it decides. */
export const REVIEW_TIME = "The team reviews within 24-48 hours.";
