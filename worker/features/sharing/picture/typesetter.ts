import type { FontMetrics } from "./font-metrics.ts";
import {
	type Base,
	baseDirection,
	inDrawingOrder,
	isIsolate,
	readingLevels,
} from "./reading-order.ts";

/** A TrueType file and its family name. */
export type Font = { family: string; metrics: FontMetrics };
/** A part of a line that one font draws in one direction, and its width at a font size of 1. */
export type Run = { family: string; text: string; ems: number; level: number };

/** Measures text with several fonts. Each character is drawn by the first font that has it. */
export type Typesetter = {
	draws: (character: string) => boolean;
	/** Width in pixels at a font size of `size` pixels. */
	width: (text: string, size: number) => number;
	/**
	 * Splits a line of a text with this direction into runs of one font and one direction each, from
	 * left to right. The renderer's own fallback loses letters. So do two fonts in one element if one
	 * of them composes a letter that the other contains.
	 */
	runs: (line: string, base?: Base) => Run[];
};

/** Half an em for a character that no font has. It is not drawn, but layout needs a width. */
const UNKNOWN = 0.5;
/** What a word is spelled with. Everything else may be in any font. */
const SPELLING = /[\p{L}\p{N}]/u;
const MARK = /\p{M}/u;

/**
 * `shape` divides a run into the pieces that are drawn, each with its exact width. Without it a run
 * is one piece, as wide as its characters.
 */
export function createTypesetter(
	fonts: readonly [Font, ...Font[]],
	shape: (run: Run) => Run[] = (run) => [run],
): Typesetter {
	const [usual] = fonts;
	const has = (font: Font, character: string) => font.metrics.advances.has(codePoint(character));
	const findFont = (character: string) => fonts.find((font) => has(font, character));
	return {
		draws: (character) => findFont(character) !== undefined,
		width: (text, size) =>
			[...text].reduce(
				(sum, character) => sum + size * ems(character, findFont(character)?.metrics),
				0,
			),
		runs(line, base = baseDirection(line)) {
			const characters = [...line];
			const levels = readingLevels(characters, base);
			const runs: Run[] = [];
			let font = usual;
			for (const [index, character] of characters.entries()) {
				if (isIsolate(character)) continue;
				// Spaces, marks and signs stay in the run before them, whose letters may depend on them.
				if (SPELLING.test(character) || !has(font, character)) font = findFont(character) ?? usual;
				addToRuns(runs, {
					family: font.family,
					text: character,
					ems: ems(character, font.metrics),
					level: levels[index] ?? 0,
				});
			}
			return inDrawingOrder(runs).flatMap(shape);
		},
	};
}

function addToRuns(runs: Run[], next: Run): void {
	const last = runs.at(-1);
	if (last?.family !== next.family || last.level !== next.level) {
		runs.push(next);
		return;
	}
	last.text += next.text;
	last.ems += next.ems;
}

function codePoint(character: string): number {
	return character.codePointAt(0) ?? 0;
}

function ems(character: string, metrics: FontMetrics | undefined): number {
	const advance = metrics?.advances.get(codePoint(character));
	if (isIsolate(character)) return 0;
	if (metrics && advance !== undefined) return advance / metrics.per_em;
	return MARK.test(character) ? 0 : UNKNOWN;
}

export type Block = { size: number; lines: string[]; base: Base };
/** A font size and the maximum number of lines. */
type Setting = { size: number; most: number };

const ELLIPSIS = "…";

/**
 * Breaks a text into lines of at most `width` pixels, with the first setting that fits. With the
 * last setting the text is truncated.
 */
export function setLines(
	text: string,
	width: number,
	settings: readonly [Setting, ...Setting[]],
	typesetter: Typesetter,
	base = baseDirection(text),
): Block {
	let block: Block = { size: settings[0].size, lines: [], base };
	for (const { size, most } of settings) {
		const fits = (line: string) => typesetter.width(line, size) <= width;
		const lines = breakLines(text, fits);
		if (lines.length <= most) return { size, lines, base };
		const last = cutToFit(lines.slice(most - 1).join(" "), fits);
		block = { size, lines: [...lines.slice(0, most - 1), last], base };
	}
	return block;
}

/** Returns the text, or its start with an ellipsis if it is too long. */
export function cutToFit(text: string, fits: (line: string) => boolean) {
	if (fits(text)) return text;
	const characters = graphemes(text);
	while (characters.length > 0) {
		characters.pop();
		const cut = characters.join("").trimEnd() + ELLIPSIS;
		if (fits(cut)) return cut;
	}
	return ELLIPSIS;
}

function breakLines(text: string, fits: (line: string) => boolean): string[] {
	const lines: string[] = [];
	let line = "";
	for (const { piece, space } of breakable(text, fits)) {
		const longer = line === "" || !space ? line + piece : `${line} ${piece}`;
		if (fits(longer)) line = longer;
		else {
			if (line !== "") lines.push(line);
			line = piece;
		}
	}
	return line === "" ? lines : [...lines, line];
}

/** Scripts that are written without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const OPENS = /[\p{Ps}\p{Pi}]$/u;
const CLOSES = /^[\p{Pe}\p{Pf}\p{Po}ー]/u;
const words = new Intl.Segmenter("en", { granularity: "word" });
const letters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Letters with their marks, which are never separated. */
const graphemes = (text: string) => Array.from(letters.segment(text), ({ segment }) => segment);

/** The parts between which a line may end; `space` says whether a space comes before. */
function breakable(text: string, fits: (line: string) => boolean) {
	return text
		.split(" ")
		.flatMap((word) =>
			(UNSPACED.test(word) ? unspacedWords(word) : [word])
				.flatMap((it) => pieces(it, fits))
				.map((piece, index) => ({ piece, space: index === 0 })),
		);
}

/** No line begins with a closing sign, and none ends with an opening one. */
function unspacedWords(text: string): string[] {
	const found: string[] = [];
	for (const { segment } of words.segment(text)) {
		const last = found.at(-1);
		if (last !== undefined && (OPENS.test(last) || CLOSES.test(segment)))
			found[found.length - 1] = last + segment;
		else found.push(segment);
	}
	return found;
}

/** Splits a word that is longer than a line. */
function pieces(word: string, fits: (line: string) => boolean): string[] {
	if (fits(word)) return [word];
	const found: string[] = [];
	let piece = "";
	for (const character of graphemes(word)) {
		if (piece !== "" && !fits(piece + character)) {
			found.push(piece);
			piece = "";
		}
		piece += character;
	}
	return [...found, piece];
}
