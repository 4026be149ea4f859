import type { Band } from "../bands.ts";

/** The light theme's roles: a preview is shown on grounds that nobody knows. */
export const PAPER = {
	ground: "#f9f7f2",
	raised: "#ffffff",
	line: "#dbd6ca",
	rule: "#8b8577",
	ink: "#1c1a17",
	muted: "#5c574d",
};

export const BAND_COLOURS: Record<Band, string> = {
	factual: "#005f73",
	moderate: "#9a5800",
	high: "#9b1c31",
};
