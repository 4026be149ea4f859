import { BAND_WORDS, type Band } from "#contract/bands.ts";
import type { BandWords } from "./unnamed-bands.ts";

const BANDS = Object.keys(BAND_WORDS) as Band[];

/** Every word that a screen may use for a band. */
export const WORDS_OF_BANDS: BandWords = Object.fromEntries(
	BANDS.map((band) => {
		const { badge, statement, video } = BAND_WORDS[band];
		return [band, [badge, statement, video]];
	}),
);
