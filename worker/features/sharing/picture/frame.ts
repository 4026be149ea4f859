import { PAPER, PICTURE } from "../appearance.ts";
import { lineText, sansText, type Typesetters } from "./svg-text.ts";
import type { Typesetter } from "./typesetter.ts";

export const LEFT = 64;
export const RIGHT = PICTURE.width - LEFT;
const FOOT = 556;

/** The line at the foot, in the fonts that have its letters. */
export type Foot = { words: string; typesetter: Typesetter };

/**
 * A preview (1200 × 630) as SVG, for a renderer that has the fonts. `drawn` is what goes above the
 * foot; `colour` that of hatched areas, as fill `url(#hatch)`.
 */
export function pictureFrame(
	picture: { drawn: string; colour: string; simulated: boolean; foot: Foot },
	type: Typesetters,
): string {
	const { drawn, colour, simulated, foot } = picture;
	const { width, height } = PICTURE;
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<defs><pattern id="hatch" width="4.5" height="4.5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V4.5" stroke="${colour}" stroke-width="4.5"/></pattern>
<pattern id="quiet" width="14" height="14" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V14" stroke="${PAPER.rule}" stroke-width="5"/></pattern></defs>
<rect width="${width}" height="${height}" fill="${PAPER.ground}"/>
<rect width="${width}" height="14" fill="${PAPER.ink}"/>
${drawn}
${simulated ? simulatedBand() : ""}
${footLine(foot, type)}
</svg>
`;
}

/**
 * Covers the whole width, so that no crop or screenshot shows a simulated score without its mark.
 */
function simulatedBand(): string {
	const words = { x: LEFT, y: 513, size: 26, colour: PAPER.ink };
	return `<rect y="482" width="${PICTURE.width}" height="44" fill="url(#quiet)"/>
<rect x="${LEFT - 14}" y="480" width="500" height="48" fill="${PAPER.ground}"/>
${sansText(words, "Simulated: made up for a demonstration")}`;
}

function footLine({ words, typesetter }: Foot, { sans }: Typesetters): string {
	const brand = "BS Detector";
	const width = RIGHT - LEFT - sans.width(brand, 30) - 40;
	const y = FOOT + 30;
	return `<path d="M${LEFT} ${FOOT - 14}H${RIGHT}" stroke="${PAPER.line}" stroke-width="2"/>
${lineText(words, { x: LEFT, y, width, size: 28, colour: PAPER.muted }, typesetter)}
${sansText({ x: RIGHT, y, size: 30, colour: PAPER.ink }, brand, "end")}`;
}
