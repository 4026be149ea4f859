import { escapeMarkup } from "#text/markup.ts";
import { type Base, baseDirection } from "./reading-order.ts";
import { type Block, cutToFit, type Run, type Typesetter } from "./typesetter.ts";

export type Typesetters = {
	/** Used for titles, names and statements, in any script. */
	serif: Typesetter;
	/** Used for the site's own words. */
	sans: Typesetter;
};

type Place = { x: number; y: number; size: number; colour: string };

/** Around a run that is read from right to left, also the signs and spaces at its ends. */
const RIGHT_TO_LEFT = { start: "\u202e", end: "\u200f" };

/** Runs side by side, from left to right. `x` is the left edge, in pixels; `y` the baseline. */
export function svgText(runs: readonly Run[], { x, y, size, colour }: Place): string {
	let from = x;
	const pieces = runs.map(({ family, text, ems, level }) => {
		const at_x = from;
		from += ems * size;
		const written = level === 1 ? RIGHT_TO_LEFT.start + text + RIGHT_TO_LEFT.end : text;
		return `<text xml:space="preserve" x="${at_x.toFixed(1)}" y="${y}" font-family="${family}" font-size="${size}" fill="${colour}">${escapeMarkup(written)}</text>`;
	});
	return pieces.join("");
}

const LEADING = 1.18;

/** The distance from the top of a block to the baseline of its last line. */
export const blockHeight = (block: Block) => baseline(block, block.lines.length - 1);

function baseline({ size }: Block, index: number): number {
	return Math.round(size * (0.8 + LEADING * index));
}

type Column = { x: number; y: number; width: number; colour: string };

/** A block of text in a column whose top is `y`. */
export function blockText(block: Block, column: Column, typesetter: Typesetter): string {
	return block.lines
		.map((line, index) => {
			const y = column.y + baseline(block, index);
			return alignedLine(line, block.base, { ...column, y, size: block.size }, typesetter);
		})
		.join("\n");
}

/** One line in a column, cut to its width. */
export function lineText(
	text: string,
	place: Column & { size: number },
	typesetter: Typesetter,
): string {
	const fits = (line: string) => typesetter.width(line, place.size) <= place.width;
	return alignedLine(cutToFit(text, fits), baseDirection(text), place, typesetter);
}

/** Text that is read from the right begins at the column's right edge. */
function alignedLine(
	line: string,
	base: Base,
	{ x, width, ...place }: Column & { size: number },
	typesetter: Typesetter,
): string {
	const runs = typesetter.runs(line, base);
	const drawn = runs.reduce((sum, { ems }) => sum + ems * place.size, 0);
	const from = base === "rtl" ? x + width - drawn : x;
	return svgText(runs, { ...place, x: from });
}

/** The site's own words, in Latin letters. */
export function sansText(
	{ x, y, size, colour }: Place,
	words: string,
	anchor: "start" | "end" = "start",
): string {
	return `<text x="${x}" y="${y}" font-family="Detector Sans" font-size="${size}" fill="${colour}" text-anchor="${anchor}">${escapeMarkup(words)}</text>`;
}
