import { claimOutlook } from "#contract/claim-outlook.ts";
import type { Claim, VerificationMethod } from "#contract/claims.ts";
import { REVIEW_REASONS } from "./review-reasons.ts";

/** Reasons that no longer apply once the site can read channel descriptions. */
const WITHOUT_KEY: readonly (string | null)[] = [
	REVIEW_REASONS.cannot_look_up,
	REVIEW_REASONS.cannot_read,
];

/**
 * The claim as its member sees it. An open claim that a code alone does not verify says who
 * decides it, or what the operator has to configure. A review is named as its method only if
 * somebody can review it. `methods` are those of the site, which may have changed since the claim
 * was stored.
 */
export function describeClaim(claim: Claim, methods: VerificationMethod[]): Claim {
	if (claim.status !== "pending") return claim;
	const by_code = methods.includes("channel_description");
	const stored = by_code && WITHOUT_KEY.includes(claim.reason) ? null : claim.reason;
	const reason = stored ?? (by_code ? null : REVIEW_REASONS.cannot_read);
	const reviewed = reason !== null && methods.includes("team_review");
	return {
		...claim,
		verification_method: reviewed ? "team_review" : "channel_description",
		reason: reason && `${reason} ${claimOutlook(methods)}`,
	};
}
