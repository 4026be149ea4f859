import { type Band, bandOf } from "../bands.ts";
import type { ResultCard } from "../card/result-card.ts";
import { BAND_WORDS } from "../card/verdict-words.ts";
import { escapeMarkup } from "../text/escape-markup.ts";
import { textWidth } from "./text-width.ts";

const LABEL = "BS score";
const HEIGHT = 20;
/** On either side of a text. */
const MARGIN = 6;
/** Where a simulated badge shows its hatching, beside the text and never under it. */
const HATCHED = 10;
/** Each gives white letters a contrast of 4.5 and more. */
const LABEL_FILL = "#44403a";
const PLAIN_FILL = "#6b655a";
const FILLS: Record<Band, string> = {
	factual: "#005f73",
	moderate: "#9a5800",
	high: "#9b1c31",
};
const OTHER_WORDS = {
	pending: "pending",
	failed: "no result",
	unknown: "not analyzed",
};

/** What a badge says of a video, and in which colour. */
export function badgeValue(card: ResultCard): { text: string; fill: string } {
	if (card.state !== "completed")
		return { text: OTHER_WORDS[card.state], fill: PLAIN_FILL };
	if (card.score === null)
		return { text: "nothing to check", fill: PLAIN_FILL };
	const band = bandOf(card.score);
	const words = `${card.score} ${BAND_WORDS[band].badge}`;
	return {
		text: card.simulated ? `${words} (simulated)` : words,
		fill: FILLS[band],
	};
}

/** A badge of two fields, 20 px high, that needs nothing but itself. */
export function badgeSvg(card: ResultCard): string {
	const value = badgeValue(card);
	const hatched = card.state === "completed" && card.simulated ? HATCHED : 0;
	const left = fieldWidth(LABEL);
	const right = fieldWidth(value.text) + hatched;
	const width = left + right;
	const name = escapeMarkup(`${LABEL}: ${value.text}`);
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-label="${name}">
<title>${name}</title>
<defs><clipPath id="c"><rect width="${width}" height="${HEIGHT}" rx="3"/></clipPath>
<pattern id="h" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V4" stroke="#fff" stroke-width="3"/></pattern></defs>
<g clip-path="url(#c)"><rect width="${left}" height="${HEIGHT}" fill="${LABEL_FILL}"/>
<rect x="${left}" width="${right}" height="${HEIGHT}" fill="${value.fill}"/>${
		hatched
			? `\n<rect x="${width - hatched}" width="${hatched}" height="${HEIGHT}" fill="url(#h)"/>`
			: ""
	}</g>
<g fill="#fff" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11">
${field(LABEL, MARGIN)}
${field(value.text, left + MARGIN)}
</g>
</svg>
`;
}

function fieldWidth(text: string): number {
	return Math.ceil(textWidth(text)) + 2 * MARGIN;
}

/** The length is said, so that other letters than the measured ones fill the same room. */
function field(text: string, x: number): string {
	return `<text x="${x}" y="14" textLength="${textWidth(text).toFixed(1)}" lengthAdjust="spacingAndGlyphs">${escapeMarkup(text)}</text>`;
}
