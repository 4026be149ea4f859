import { BAND_WORDS, bandFor, raterWords } from "#contract/bands.ts";
import { plural } from "#contract/format.ts";
import { coverageWords, HOLLOW_TITLE } from "#contract/score-standing.ts";
import { NOTHING_TO_CHECK } from "#contract/texts.ts";
import { cutAtWord, normalizeText } from "#text/clean.ts";
import { escapeMarkup } from "#text/markup.ts";
import { BAND_COLOURS, bandShape, PAPER, PICTURE } from "../appearance.ts";
import { type CompletedCard, statementCount } from "../cards.ts";
import { pictureGauge } from "./gauge.ts";
import { type Block, cutToFit, type Run, setLines, type Typesetter } from "./typesetter.ts";

const LEFT = 64;
const RIGHT = PICTURE.width - LEFT;
/** The right edge of the title's column. The gauge is to the right of it. */
const COLUMN = 560;
/** Font sizes: large for short titles, smaller for long ones. The longest titles are truncated. */
const TITLE_SETTINGS = [
	{ size: 64, most: 3 },
	{ size: 54, most: 4 },
	{ size: 46, most: 5 },
] as const;
const LEADING = 1.18;
const CHANNEL_SIZE = 30;
/** The distance from the last line of the title to the channel's name. */
const CHANNEL_DROP = 54;
/** The vertical middle of the area above the footer. */
const TITLE_CENTRE = 268;
const FOOT = 556;

export type Typesetters = {
	/** Used for titles and names, in any script. */
	serif: Typesetter;
	/** Used for the site's own words. */
	sans: Typesetter;
};

/** Lays out a result's preview (1200 × 630) as SVG, for a renderer that has both font families. */
export function pictureSvg(card: CompletedCard, type: Typesetters): string {
	const { simulated } = card;
	const { width, height } = PICTURE;
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<defs><pattern id="hatch" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V9" stroke="${bandColour(card)}" stroke-width="9"/></pattern>
<pattern id="quiet" width="14" height="14" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V14" stroke="${PAPER.rule}" stroke-width="5"/></pattern></defs>
<rect width="${width}" height="${height}" fill="${PAPER.ground}"/>
<rect width="${width}" height="14" fill="${PAPER.ink}"/>
${titleBlock(card, type)}
${pictureGauge(card)}
${verdict(card, type)}
${simulated ? simulatedBand() : ""}
${foot(card, type)}
</svg>
`;
}

function bandColour({ score }: CompletedCard): string {
	return score === null ? PAPER.rule : BAND_COLOURS[bandFor(score)];
}

/** More than fits into five lines. Layout time grows with the text. */
const MAX_CHARS = 240;
const bounded = (text: string) => cutAtWord(text, MAX_CHARS);

function titleBlock(card: CompletedCard, { serif }: Typesetters): string {
	const channel = drawableText(bounded(card.channel_name), serif);
	const title = drawableText(bounded(card.title), serif);
	const said = title ?? (channel ? `A video by ${channel}` : "A YouTube video");
	const block = setLines(said, COLUMN, TITLE_SETTINGS, serif);
	const by = title === null ? null : channel;
	const height = baseline(block, block.lines.length - 1) + (by === null ? 0 : CHANNEL_DROP);
	const top = Math.round(TITLE_CENTRE - height / 2);
	const lines = block.lines.map((line, index) =>
		serifText(serif.runs(line), {
			x: LEFT,
			y: top + baseline(block, index),
			size: block.size,
			colour: PAPER.ink,
		}),
	);
	if (by === null) return lines.join("\n");
	const fits = (line: string) => serif.width(line, CHANNEL_SIZE) <= COLUMN;
	const below = serifText(serif.runs(cutToFit(by, fits)), {
		x: LEFT,
		y: top + height,
		size: CHANNEL_SIZE,
		colour: PAPER.muted,
	});
	return [...lines, below].join("\n");
}

function baseline({ size }: Block, index: number): number {
	return Math.round(size * (0.8 + LEADING * index));
}

const VERDICT = { size: 42, icon: 46, centre: 905, y: 446 };

function verdict(card: CompletedCard, { serif }: Typesetters): string {
	const { score, standing, simulated } = card;
	const { size, icon, centre, y } = VERDICT;
	if (score === null) {
		const words = standing === "too_little" ? HOLLOW_TITLE : NOTHING_TO_CHECK.title;
		const room = 2 * (RIGHT - centre);
		const fitting = Math.min(size, (size * room) / serif.width(words, size));
		return serifText(serif.runs(words), {
			x: centre - serif.width(words, fitting) / 2,
			y,
			size: fitting,
			colour: PAPER.ink,
		});
	}
	const band = bandFor(score);
	const words = BAND_WORDS[band].video;
	const whole = icon + 14 + serif.width(words, size);
	const from = centre - whole / 2;
	const colour = BAND_COLOURS[band];
	const paths = bandShape(band, { colour, ground: PAPER.ground, simulated });
	return `<g transform="translate(${from.toFixed(1)} ${y - 37}) scale(${icon / 16})" stroke-linecap="round" stroke-linejoin="round">${paths}</g>
${serifText(serif.runs(words), { x: from + icon + 14, y, size, colour })}`;
}

/**
 * Covers the whole width, so that no crop or screenshot shows a simulated score without its mark.
 */
function simulatedBand(): string {
	return `<rect y="482" width="${PICTURE.width}" height="44" fill="url(#quiet)"/>
<rect x="${LEFT - 14}" y="480" width="500" height="48" fill="${PAPER.ground}"/>
${sansText(LEFT, 513, 26, PAPER.ink, "Simulated: made up for a demonstration", "start")}`;
}

function foot(card: CompletedCard, type: Typesetters): string {
	const said = footWords(card);
	const brand = "BS Detector";
	const room = RIGHT - LEFT - type.sans.width(brand, 30) - 40;
	const words = cutToFit(said, (line) => type.sans.width(line, 28) <= room);
	return `<path d="M${LEFT} ${FOOT - 14}H${RIGHT}" stroke="${PAPER.line}" stroke-width="2"/>
${sansText(LEFT, FOOT + 30, 28, PAPER.muted, words, "start")}
${sansText(RIGHT, FOOT + 30, 30, PAPER.ink, brand, "end")}`;
}

function footWords(card: CompletedCard): string {
	const { score, standing, coverage, raters, simulated, confidence } = card;
	const who = raterWords(raters, simulated);
	const what = plural(statementCount(card), "statement");
	if (standing === "too_little")
		return `${coverageWords(coverage)} with sources, which is too little for a score`;
	if (score === null) return "No factual statements were found, so there is no score.";
	return `${who} rated ${what}, ${confidence}% confidence`;
}

function serifText(
	runs: Run[],
	at: { x: number; y: number; size: number; colour: string },
): string {
	const { x, y, size, colour } = at;
	let from = x;
	const pieces = runs.map(({ family, text, ems }) => {
		const at_x = from;
		from += ems * size;
		return `<text xml:space="preserve" x="${at_x.toFixed(1)}" y="${y}" font-family="${family}" font-size="${size}" fill="${colour}">${escapeMarkup(text)}</text>`;
	});
	return pieces.join("");
}

function sansText(
	x: number,
	y: number,
	size: number,
	colour: string,
	words: string,
	anchor: "start" | "end",
): string {
	return `<text x="${x}" y="${y}" font-family="Detector Sans" font-size="${size}" fill="${colour}" text-anchor="${anchor}">${escapeMarkup(words)}</text>`;
}

/** Letters and digits. A text without any is not readable. */
const SPELLS = /[\p{L}\p{N}]/u;
const MARK = /\p{M}/gu;
/** If a smaller share of the letters can be drawn, the text is unrecognisable. */
const READABLE_SHARE = 0.5;

/**
 * The text as far as the fonts can draw it, or null if too little is left. Emoji and other
 * symbols are removed. A letter without a glyph is tried without its diacritics, then removed.
 * Words in unsupported scripts become an ellipsis, which shows that something is missing.
 */
export function drawableText(text: string, { draws }: Pick<Typesetter, "draws">): string | null {
	let spelled = 0;
	let lost = 0;
	const drawn = [...normalizeText(text, "NFC")].map((character) => {
		const counts = SPELLS.test(character);
		if (counts) spelled += 1;
		if (draws(character)) return character;
		const plain = plainForm(character, draws);
		if (plain !== null) return plain;
		if (counts) lost += 1;
		return counts ? "…" : "";
	});
	if (spelled === 0 || 1 - lost / spelled < READABLE_SHARE) return null;
	const tidy = drawn
		.join("")
		.replace(/\s+/g, " ")
		.replace(/…(?: ?…)+/g, "…")
		.trim();
	return SPELLS.test(tidy) ? tidy : null;
}

/** The same letters without diacritics or in normal width; null if the fonts lack those too. */
function plainForm(character: string, draws: Typesetter["draws"]): string | null {
	const plain = normalizeText(character, "NFKD").replace(MARK, "");
	return plain !== "" && [...plain].every(draws) ? plain : null;
}
