export type Band = "factual" | "moderate" | "high";

/** The lowest score of the middle band. */
export const MODERATE_FROM = 30;
/** The lowest score of the upper band. */
export const HIGH_FROM = 70;

/** The band of a score of 0 (factual) to 100 (false). */
export function bandOf(score: number): Band {
	if (score < MODERATE_FROM) return "factual";
	return score < HIGH_FROM ? "moderate" : "high";
}
