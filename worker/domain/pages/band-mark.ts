import type { Band } from "../bands.ts";
import { BAND_SHAPES } from "../card/band-shapes.ts";

/** Whole class names, so that a test can look each one up in the style sheet. */
const COLOURS: Record<Band, string> = {
	factual: "fill-factual stroke-factual",
	moderate: "fill-moderate stroke-moderate",
	high: "fill-high stroke-high",
};

export const BAND_TEXT: Record<Band, string> = {
	factual: "text-factual",
	moderate: "text-moderate",
	high: "text-high",
};

/** The band by shape, as the app draws it; `size` is a class of both sides. */
export function bandMark(band: Band, size: "size-4" | "size-6"): string {
	const { outline, sign } = BAND_SHAPES[band];
	return `<svg viewBox="-0.5 -0.5 17 17" aria-hidden="true" class="inline-block shrink-0 ${size}" stroke-linecap="round" stroke-linejoin="round"><path d="${outline}" class="${COLOURS[band]}" stroke-width="1.2"/><path d="${sign}" class="fill-none stroke-raised" stroke-width="1.9"/></svg>`;
}
