import { cutAtWord, normalizeText } from "#text/clean.ts";
import type { Typesetter } from "./typesetter.ts";

/** More than fits into five lines. Layout time grows with the text. */
const MAX_CHARS = 240;
export const boundedText = (text: string) => cutAtWord(text, MAX_CHARS);

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
