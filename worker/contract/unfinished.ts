/*
 * The reasons for which a rating is missing although its provider works: another analysis asks for
 * it again, and takes over what is stored. A missing rating's explanation ends with its reason.
 */

export const OUT_OF_TIME = "the analysis ran out of time";
export const LIMIT_LEFT_NO_TIME = "its limit left no time for this call";
export const LIMIT_REACHED = "rate limit reached";
export const DAY_USED_UP = "the day's limit is used up";

const REASONS = [OUT_OF_TIME, LIMIT_LEFT_NO_TIME, LIMIT_REACHED, DAY_USED_UP];

/** Whether a rating is missing for one of these reasons. */
export function isUnfinished({ status, explanation }: { status: string; explanation: string }) {
	return status === "failed" && REASONS.some((reason) => explanation.endsWith(`: ${reason}`));
}
