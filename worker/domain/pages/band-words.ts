import type { Band } from "../bands.ts";

/** What each band is called: of one statement, of a whole video. As the app says it. */
export const BAND_WORDS: Record<Band, { statement: string; video: string }> = {
	factual: { statement: "Factual", video: "Mostly factual" },
	moderate: { statement: "Questionable", video: "Mixed accuracy" },
	high: { statement: "Misleading", video: "High BS content" },
};
