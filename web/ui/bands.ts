export type Band = "factual" | "moderate" | "high";

/** Where the bands begin; the whole scale runs from 0 to 100. */
export const MODERATE_FROM = 30;
export const HIGH_FROM = 70;

export function bandOf(score: number): Band {
	if (score >= HIGH_FROM) return "high";
	return score >= MODERATE_FROM ? "moderate" : "factual";
}

/** The words of each band: on badges, of a statement, of a whole video. */
export const BAND_WORDS: Record<
	Band,
	{ badge: string; statement: string; video: string; meaning: string }
> = {
	factual: {
		badge: "Factual",
		statement: "Factual",
		video: "Mostly factual",
		meaning: "The models found little to object to.",
	},
	moderate: {
		badge: "Moderate BS",
		statement: "Questionable",
		video: "Mixed accuracy",
		meaning: "Some statements hold, others need care.",
	},
	high: {
		badge: "High BS",
		statement: "Misleading",
		video: "High BS content",
		meaning: "The models contradict most of what they checked.",
	},
};

/** Whole class names, so that the style sheet holds them. */
export const BAND_CLASSES: Record<
	Band,
	{ text: string; fill: string; stroke: string; bg: string; border: string }
> = {
	factual: {
		text: "text-factual",
		fill: "fill-factual",
		stroke: "stroke-factual",
		bg: "bg-factual",
		border: "border-factual",
	},
	moderate: {
		text: "text-moderate",
		fill: "fill-moderate",
		stroke: "stroke-moderate",
		bg: "bg-moderate",
		border: "border-moderate",
	},
	high: {
		text: "text-high",
		fill: "fill-high",
		stroke: "stroke-high",
		bg: "bg-high",
		border: "border-high",
	},
};
