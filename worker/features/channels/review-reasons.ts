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
