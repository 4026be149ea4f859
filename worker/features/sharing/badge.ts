import { Hono } from "hono";
import { BAND_WORDS, bandFor } from "#contract/bands.ts";
import { plural } from "#contract/format.ts";
import { coverageWords } from "#contract/score-standing.ts";
import { hollowPhrase } from "#contract/verdict-words.ts";
import type { AppEnv } from "#http/app-env.ts";
import { escapeMarkup } from "#text/markup.ts";
import { BAND_COLOURS } from "./appearance.ts";
import { type ResultCard, readResultCard } from "./cards.ts";
import { answerDocument, cardAnswer } from "./documents.ts";

/**
 * An SVG that is opened directly is a document. This policy keeps it from loading or running
 * anything.
 */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
const NAME = /^([^.]*)\.svg$/;

/** Mounted at /badge. */
export const badge = new Hono<AppEnv>().get("/:file", async (c) => {
	const [, id] = NAME.exec(c.req.param("file")) ?? [];
	if (id === undefined) return c.notFound();
	const { card } = await readResultCard(c.get("context"), id);
	c.header("content-security-policy", POLICY);
	return answerDocument(c, {
		...cardAnswer(card),
		body: badgeSvg(card),
		content_type: "image/svg+xml; charset=utf-8",
	});
});

const LABEL = "BS score";
/** The label of a result without a score of its video. */
const LABEL_OF_MOMENTS = "fact check";
const HEIGHT = 20;
/** Horizontal padding of a text in pixels. */
const MARGIN = 6;
/**
 * The width of the hatching that marks a simulated badge. It is beside the text, so that the text
 * stays readable.
 */
const HATCHED = 10;
/** Has a contrast of at least 4.5 to white text. */
const LABEL_FILL = "#44403a";
const PLAIN_FILL = "#6b655a";
const OTHER_WORDS = {
	pending: "pending",
	failed: "no result",
	unknown: "not analyzed",
	taken_down: "taken down",
};

/** The text and the colour of a video's badge. */
function badgeValue(card: ResultCard): { text: string; fill: string } {
	if (card.state !== "completed") return { text: OTHER_WORDS[card.state], fill: PLAIN_FILL };
	const { standing, coverage, moments } = card;
	if (moments !== null) return { text: `${plural(moments, "moment")} checked`, fill: PLAIN_FILL };
	if (standing === "too_little") return { text: hollowPhrase(card), fill: PLAIN_FILL };
	if (card.score === null) return { text: "nothing to check", fill: PLAIN_FILL };
	const band = bandFor(card.score);
	const score = `${card.score} ${BAND_WORDS[band].badge}`;
	const words = standing === "checked" ? `${score}, ${coverageWords(coverage)}` : score;
	return { text: card.simulated ? `${words} (simulated)` : words, fill: BAND_COLOURS[band] };
}

/** Draws a badge of two fields, 20 px high, without external resources. */
export function badgeSvg(card: ResultCard): string {
	const value = badgeValue(card);
	const hatched = card.state === "completed" && card.simulated ? HATCHED : 0;
	const of_moments = card.state === "completed" && card.moments !== null;
	const label = of_moments ? LABEL_OF_MOMENTS : LABEL;
	const left = fieldWidth(label);
	const right = fieldWidth(value.text) + hatched;
	const width = left + right;
	const name = escapeMarkup(`${label}: ${value.text}`);
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
${field(label, MARGIN)}
${field(value.text, left + MARGIN)}
</g>
</svg>
`;
}

function fieldWidth(text: string): number {
	return Math.ceil(textWidth(text)) + 2 * MARGIN;
}

/** `textLength` is set, so that the text fills its field in any font. */
function field(text: string, x: number): string {
	return `<text x="${x}" y="14" textLength="${textWidth(text).toFixed(1)}" lengthAdjust="spacingAndGlyphs">${escapeMarkup(text)}</text>`;
}

/**
 * Characters by their advance in tenths of a pixel at 11 px: the larger value of Verdana and its
 * substitute DejaVu Sans.
 */
const ADVANCES = new Map(
	(
		[
			[31, "il"],
			[39, " f"],
			[40, ","],
			[44, "t"],
			[47, "r"],
			[50, "()"],
			[58, "sz"],
			[61, "c"],
			[64, "F"],
			[66, "kvy"],
			[68, "aeo"],
			[70, "bdghnpu0123456789"],
			[76, "BS"],
			[83, "N"],
			[90, "w"],
			[95, "M"],
			[107, "m"],
		] as const
	).flatMap(([tenths, characters]) => [...characters].map((it) => [it, tenths])),
);
/** The widest advance, used for unknown characters so that no text overflows its field. */
const WIDEST = 110;

/** The width of a text in pixels at 11 px. */
function textWidth(text: string): number {
	const tenths = [...text].reduce((sum, character) => sum + (ADVANCES.get(character) ?? WIDEST), 0);
	return tenths / 10;
}
