/** Why a member may disagree with a rating. */
export const VOTE_REASONS = ["words", "verdict", "source", "context", "outdated"] as const;

/** As answers to “Why do you disagree?”. */
export const VOTE_REASON_WORDS: Record<(typeof VOTE_REASONS)[number], string> = {
	words: "This was not said",
	verdict: "The verdict is wrong",
	source: "The source is weak or not independent",
	context: "Something is left out",
	outdated: "It is no longer so",
};
