import type { Band } from "#contract/bands.ts";

/** Whole class names, so that Tailwind finds them. */
export const BAND_CLASSES: Record<
	Band,
	{ text: string; fill: string; stroke: string; border: string }
> = {
	factual: {
		text: "text-factual",
		fill: "fill-factual",
		stroke: "stroke-factual",
		border: "border-factual",
	},
	moderate: {
		text: "text-moderate",
		fill: "fill-moderate",
		stroke: "stroke-moderate",
		border: "border-moderate",
	},
	high: {
		text: "text-high",
		fill: "fill-high",
		stroke: "stroke-high",
		border: "border-high",
	},
};
