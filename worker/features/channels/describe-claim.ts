import { claimOutlook } from "#contract/claim-outlook.ts";
import type { Claim, VerificationMethod } from "#contract/claims.ts";
import type { Settings } from "#worker/env.ts";

/** A code requires a key that reads channel descriptions. A review requires an admin. */
export function claimMethods({ YOUTUBE_API_KEY, ADMIN_EMAILS }: Settings): VerificationMethod[] {
	const methods: VerificationMethod[] = [];
	if (YOUTUBE_API_KEY) methods.push("channel_description");
	if (ADMIN_EMAILS.length > 0) methods.push("team_review");
	return methods;
}

/**
 * Why a code alone does not verify a claim. The reasons do not say who decides instead, because
 * that depends on the site.
 */
export const REVIEW_REASONS = {
	/** No key: names cannot be looked up and descriptions cannot be read. */
	cannot_look_up: "This site cannot look up which channel this link belongs to.",
	cannot_read: "This site cannot read channel descriptions.",
	unresolved: "YouTube did not say which channel this link belongs to.",
	owned: "This channel already has a verified owner.",
	owned_and_proven: "The code was found, but this channel already has a verified owner.",
} as const;

export type ReviewReason = keyof typeof REVIEW_REASONS;

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
