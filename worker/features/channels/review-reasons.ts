import { REVIEW_TIME } from "#contract/texts.ts";

const REVIEWS = `so our team reviews this claim by hand, within ${REVIEW_TIME}.`;

/** Tells the claim's member why the team looks at it. */
export const REVIEW_REASONS = {
	/** No key: names cannot be looked up and descriptions cannot be read. */
	cannot_look_up: `This site cannot look up which channel this link belongs to, ${REVIEWS}`,
	cannot_read: `This site cannot read channel descriptions, ${REVIEWS}`,
	unresolved: `YouTube did not tell which channel this link belongs to, ${REVIEWS}`,
	owned: `This channel already has a verified owner, ${REVIEWS}`,
	owned_and_proven: `The code was found, but this channel already has a verified owner, ${REVIEWS}`,
} as const;

export type ReviewReason = keyof typeof REVIEW_REASONS;
