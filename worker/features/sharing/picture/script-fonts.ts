/** The fonts that a picture loads when one of its texts needs them, as files of the web app. */
export const SCRIPT_FONTS = [
	"vietnamese",
	"greek",
	"hebrew",
	"arabic",
	"devanagari",
	"thai",
	"japanese",
	"korean",
	"chinese-simplified",
	"chinese-traditional",
] as const;
export type ScriptFont = (typeof SCRIPT_FONTS)[number];

/** Compressed with Brotli, because the files are never sent to a browser. */
export const fontFile = (font: ScriptFont) => `${font}.ttf.br`;
export const fontFamily = (font: ScriptFont) => `Detector ${font}`;

/**
 * How a run of the font is drawn and measured. "joined": whole, because letters take other forms
 * beside others; its width is known only once drawn. A pattern: in pieces, because the drawing
 * library advances by the widest glyph of a piece instead of by all. "syllables" are measured too,
 * and a Thai text is cut after the one vowel that it draws as two glyphs.
 */
export type Shaping = { how: "joined" | "syllables" | "cut"; pieces: RegExp | null };
export const SHAPING: Partial<Record<ScriptFont, Shaping>> = {
	arabic: { how: "joined", pieces: null },
	devanagari: {
		how: "syllables",
		pieces: /\p{L}\p{M}*(?:(?<=\u094d)[\u200c\u200d]?\p{L}\p{M}*)*|[^\p{L}]/gu,
	},
	thai: { how: "cut", pieces: /[^\u0e33]+\u0e33?|\u0e33/gu },
};

const SCRIPTS: [ScriptFont, RegExp][] = [
	// Precomposed letters with two marks, and the horns of o and u.
	["vietnamese", /[\u01a0\u01a1\u01af\u01b0\u1ea0-\u1ef9]/u],
	["greek", /\p{Script=Greek}/u],
	["hebrew", /\p{Script=Hebrew}/u],
	["arabic", /\p{Script=Arabic}/u],
	["devanagari", /\p{Script=Devanagari}/u],
	["thai", /\p{Script=Thai}/u],
];
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HANGUL = /\p{Script=Hangul}/u;
const HAN = /\p{Script=Han}/u;

/**
 * The fonts that may draw the text, in order of preference. The same Chinese character has another
 * shape in Japanese: the syllables around it tell the language.
 */
export function fontsForText(text: string): ScriptFont[] {
	const fonts = SCRIPTS.flatMap(([font, script]) => (script.test(text) ? [font] : []));
	if (KANA.test(text)) fonts.push("japanese");
	if (HANGUL.test(text)) fonts.push("korean");
	if (HAN.test(text)) fonts.push("chinese-simplified", "chinese-traditional", "japanese");
	return [...new Set(fonts)];
}
