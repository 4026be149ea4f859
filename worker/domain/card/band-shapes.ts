import type { Band } from "../bands.ts";

/**
 * The bands by shape, in a square of 16: check in a circle, triangle, cross in
 * an octagon. Drawn as the app draws them, so that they are known again.
 */
export const BAND_SHAPES: Record<Band, { outline: string; sign: string }> = {
	factual: {
		outline: "M8 1a7 7 0 1 1 0 14A7 7 0 0 1 8 1Z",
		sign: "m4.8 8.3 2.2 2.2 4.2-4.6",
	},
	moderate: { outline: "M8 1.2 15.5 14.5H.5Z", sign: "M8 6.2v3.6M8 11.9v.2" },
	high: {
		outline: "M5.1 1h5.8L15 5.1v5.8L10.9 15H5.1L1 10.9V5.1Z",
		sign: "m5.6 5.6 4.8 4.8m0-4.8-4.8 4.8",
	},
};
