/** A TrueType file and its family name. */
type Font = { family: string; file: ArrayBuffer };
/** A part of a text that one font draws, and its width at a font size of 1. */
export type Run = { family: string; text: string; ems: number };

/** Measures text with several fonts. Each character is drawn by the first font that has it. */
export type Typesetter = {
	draws: (character: string) => boolean;
	/** Width in pixels at a font size of `size` pixels. */
	width: (text: string, size: number) => number;
	/**
	 * Splits the text into runs of one font each. The renderer's own fallback loses letters. So do
	 * two fonts in one element if one of them composes a letter that the other contains.
	 */
	runs: (text: string) => Run[];
};

/** Half an em for a character that no font has. It is not drawn, but layout needs a width. */
const UNKNOWN = 0.5;

export function createTypesetter(fonts: [Font, ...Font[]]): Typesetter {
	const known = fonts.map(({ family, file }) => ({ family, metrics: readFontMetrics(file) }));
	const [{ family: usual }] = fonts;
	const findFont = (character: string) =>
		known.find(({ metrics }) => metrics.advances.has(codePoint(character)));
	return {
		draws: (character) => findFont(character) !== undefined,
		width: (text, size) =>
			[...text].reduce(
				(sum, character) => sum + size * ems(character, findFont(character)?.metrics),
				0,
			),
		runs(text) {
			const runs: Run[] = [];
			for (const character of text) {
				const font = findFont(character);
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

function codePoint(character: string): number {
	return character.codePointAt(0) ?? 0;
}

function ems(character: string, metrics: FontMetrics | undefined): number {
	const advance = metrics?.advances.get(codePoint(character));
	return metrics && advance !== undefined ? advance / metrics.per_em : UNKNOWN;
}

/** The advances of a font's characters, in units of `per_em`. */
type FontMetrics = {
	per_em: number;
	/** Code point to glyph. */
	glyphs: Map<number, number>;
	/** Code point to advance. */
	advances: Map<number, number>;
};

/** Reads the characters and widths of a TrueType file. Throws if a table is missing. */
export function readFontMetrics(font: ArrayBuffer): FontMetrics {
	const view = new DataView(font);
	const table = readTables(view);
	const per_em = view.getUint16(table("head") + 18);
	const long_metrics = view.getUint16(table("hhea") + 34);
	const hmtx = table("hmtx");
	const glyphs = readCharacters(view, table("cmap"));
	const advances = new Map<number, number>();
	for (const [code, glyph] of glyphs)
		advances.set(
			code,
			// Glyphs after the last one with an entry share its advance.
			view.getUint16(hmtx + 4 * Math.min(glyph, long_metrics - 1)),
		);
	return { per_em, glyphs, advances };
}

function readTables(view: DataView): (tag: string) => number {
	const places = new Map<string, number>();
	for (let index = 0; index < view.getUint16(4); index += 1) {
		const at = 12 + 16 * index;
		const tag = [0, 1, 2, 3]
			.map((place) => String.fromCharCode(view.getUint8(at + place)))
			.join("");
		places.set(tag, view.getUint32(at + 8));
	}
	return (tag) => {
		const place = places.get(tag);
		if (place === undefined) throw new Error(`The font has no table ${tag}.`);
		return place;
	};
}

const SEGMENTS = 4;
const GROUPS = 12;

/** Reads every subtable in a known format; the other subtables have the same content. */
function readCharacters(view: DataView, cmap: number): Map<number, number> {
	const glyphs = new Map<number, number>();
	for (let index = 0; index < view.getUint16(cmap + 2); index += 1) {
		const at = cmap + view.getUint32(cmap + 8 + 8 * index);
		const format = view.getUint16(at);
		if (format === SEGMENTS) readSegments(view, at, glyphs);
		if (format === GROUPS) readGroups(view, at, glyphs);
	}
	return glyphs;
}

function readSegments(view: DataView, at: number, glyphs: Map<number, number>): void {
	const bytes = view.getUint16(at + 6);
	for (let segment = 0; segment < bytes; segment += 2) {
		const last = view.getUint16(at + 14 + segment);
		const first = view.getUint16(at + 16 + bytes + segment);
		const delta = view.getUint16(at + 16 + 2 * bytes + segment);
		const place = at + 16 + 3 * bytes + segment;
		const range = view.getUint16(place);
		for (let code = first; code <= last && code < 0xffff; code += 1) {
			const found = range === 0 ? code : view.getUint16(place + range + 2 * (code - first));
			const glyph = found === 0 ? 0 : (found + delta) & 0xffff;
			if (glyph !== 0) glyphs.set(code, glyph);
		}
	}
}

function readGroups(view: DataView, at: number, glyphs: Map<number, number>): void {
	for (let group = 0; group < view.getUint32(at + 12); group += 1) {
		const place = at + 16 + 12 * group;
		const first = view.getUint32(place);
		const last = view.getUint32(place + 4);
		const glyph = view.getUint32(place + 8);
		for (let code = first; code <= last; code += 1) glyphs.set(code, glyph + code - first);
	}
}

export type Block = { size: number; lines: string[] };
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
): Block {
	let block: Block = { size: settings[0].size, lines: [] };
	for (const { size, most } of settings) {
		const fits = (line: string) => typesetter.width(line, size) <= width;
		const lines = breakLines(text, fits);
		if (lines.length <= most) return { size, lines };
		const last = cutToFit(lines.slice(most - 1).join(" "), fits);
		block = { size, lines: [...lines.slice(0, most - 1), last] };
	}
	return block;
}

/** Returns the text, or its start with an ellipsis if it is too long. */
export function cutToFit(text: string, fits: (line: string) => boolean) {
	if (fits(text)) return text;
	const characters = [...text];
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
	for (const word of text.split(" ").flatMap((it) => pieces(it, fits))) {
		const longer = line === "" ? word : `${line} ${word}`;
		if (fits(longer)) line = longer;
		else {
			lines.push(line);
			line = word;
		}
	}
	return line === "" ? lines : [...lines, line];
}

/** Splits a word that is longer than a line. */
function pieces(word: string, fits: (line: string) => boolean): string[] {
	if (fits(word)) return [word];
	const found: string[] = [];
	let piece = "";
	for (const character of word) {
		if (piece !== "" && !fits(piece + character)) {
			found.push(piece);
			piece = "";
		}
		piece += character;
	}
	return [...found, piece];
}
