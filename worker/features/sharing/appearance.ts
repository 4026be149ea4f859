import { BAND_SHAPES, type Band } from "#contract/bands.ts";
import type { StatementId, VideoId } from "#contract/ids.ts";

/** The size of the preview picture, in pixels. */
export const PICTURE = { width: 1200, height: 630 };

/** The picture of a result, or of one of its statements. */
export function picturePath(video_id: VideoId, statement_id: StatementId | null): string {
	return statement_id === null ? `/og/${video_id}.png` : `/og/${video_id}/${statement_id}.png`;
}

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

/** The shape of a band as SVG paths in a box of 16 by 16; outlined if the result is simulated. */
export function bandShape(
	band: Band,
	{ colour, ground, simulated }: { colour: string; ground: string; simulated: boolean },
): string {
	const { outline, sign } = BAND_SHAPES[band];
	const [fill, dash, stroke] = simulated
		? ["none", ' stroke-dasharray="2.4 1.8"', colour]
		: [colour, "", ground];
	return `<path d="${outline}" fill="${fill}" stroke="${colour}" stroke-width="1.2"${dash}/><path d="${sign}" fill="none" stroke="${stroke}" stroke-width="1.9"/>`;
}
