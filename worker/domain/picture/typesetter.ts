import { type FontMetrics, readFontMetrics } from "./font-metrics.ts";

/** A TrueType file and the family that it says it is. */
export type Font = { family: string; file: ArrayBuffer };
/** A piece of a text that one font draws, and how wide that is at a size of 1. */
export type Run = { family: string; text: string; ems: number };

/** What a set of fonts can draw, and how wide; the first that has a character draws it. */
export type Typesetter = {
	draws: (character: string) => boolean;
	/** Pixels at a font size of `size` pixels. */
	width: (text: string, size: number) => number;
	/**
	 * The text by font. The renderer's own search for another font loses letters,
	 * and so do two fonts in one element, where one would compose a letter that
	 * the other has.
	 */
	runs: (text: string) => Run[];
};

/** Half an em, for what no font has: it is not drawn, but a width must be had. */
const UNKNOWN = 0.5;

export function createTypesetter(fonts: [Font, ...Font[]]): Typesetter {
	const known = fonts.map(({ family, file }) => ({
		family,
		metrics: readFontMetrics(file),
	}));
	const [{ family: usual }] = fonts;
	const fontOf = (character: string) =>
		known.find(({ metrics }) => metrics.advances.has(codeOf(character)));
	return {
		draws: (character) => fontOf(character) !== undefined,
		width: (text, size) =>
			[...text].reduce(
				(sum, character) =>
					sum + size * ems(character, fontOf(character)?.metrics),
				0,
			),
		runs(text) {
			const runs: Run[] = [];
			for (const character of text) {
				const font = fontOf(character);
				const family = font?.family ?? usual;
				const wide = ems(character, font?.metrics);
				const last = runs.at(-1);
				if (last?.family === family) {
					last.text += character;
					last.ems += wide;
				} else runs.push({ family, text: character, ems: wide });
			}
			return runs;
		},
	};
}

function codeOf(character: string): number {
	return character.codePointAt(0) ?? 0;
}

function ems(character: string, metrics: FontMetrics | undefined): number {
	const advance = metrics?.advances.get(codeOf(character));
	return metrics && advance !== undefined ? advance / metrics.per_em : UNKNOWN;
}
