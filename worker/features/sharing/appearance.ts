import type { Band } from "#contract/bands.ts";

/** The size of the preview picture, in pixels. */
export const PICTURE = { width: 1200, height: 630 };

/** The light theme's colours, because other sites show a preview on any background. */
export const PAPER = {
	ground: "#f9f7f2",
	raised: "#ffffff",
	line: "#dbd6ca",
	rule: "#8b8577",
	ink: "#1c1a17",
	muted: "#5c574d",
};

/** Each colour has a contrast of at least 4.5 to white text. */
export const BAND_COLOURS: Record<Band, string> = {
	factual: "#005f73",
	moderate: "#9a5800",
	high: "#9b1c31",
};
