import { plural } from "./format.ts";

export type Band = "factual" | "moderate" | "high";

/** The lowest score of the middle band. */
export const MODERATE_FROM = 30;
/** The lowest score of the upper band. */
export const HIGH_FROM = 70;

/** The band of a score of 0 (factual) to 100 (false). */
export function bandFor(score: number): Band {
	if (score < MODERATE_FROM) return "factual";
	return score < HIGH_FROM ? "moderate" : "high";
}

/** The words for each band: on badges, for a statement, for a whole video. */
export const BAND_WORDS: Record<Band, { badge: string; statement: string; video: string }> = {
	factual: { badge: "Factual", statement: "Factual", video: "Mostly factual" },
	moderate: { badge: "Moderate BS", statement: "Questionable", video: "Mixed accuracy" },
	high: { badge: "High BS", statement: "Misleading", video: "High BS content" },
};

export const BANDS = ["factual", "moderate", "high"] as const;

/** The raters in words: "3 AI models", "3 simulated raters". */
export function raterWords(raters: number, simulated: boolean): string {
	return plural(raters, simulated ? "simulated rater" : "AI model");
}

/** Each band's shape in a square of 16: a check in a circle, a triangle, a cross in an octagon. */
export const BAND_SHAPES: Record<Band, { outline: string; sign: string }> = {
	factual: { outline: "M8 1a7 7 0 1 1 0 14A7 7 0 0 1 8 1Z", sign: "m4.8 8.3 2.2 2.2 4.2-4.6" },
	moderate: { outline: "M8 1.2 15.5 14.5H.5Z", sign: "M8 6.2v3.6M8 11.9v.2" },
	high: {
		outline: "M5.1 1h5.8L15 5.1v5.8L10.9 15H5.1L1 10.9V5.1Z",
		sign: "m5.6 5.6 4.8 4.8m0-4.8-4.8 4.8",
	},
};
