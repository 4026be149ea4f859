import { UNSPACED } from "#text/scripts.ts";

/**
 * Words in square brackets that stand directly after what they doubt, as readers of Wikipedia add
 * them in any language: "[citation needed]", "[réf. nécessaire]", "[要出典]". Footnote signs are no
 * part of canonical text, and "[sic]" and completed words ("the[ir]") have few letters.
 */
const MARK = /(?<=\S)\[([^[\]\n]{2,80})\](?![\p{L}\p{N}])/gu;
const WORDS = /\p{L}{4}|\p{L}.*\p{L}.*\p{L}.*\p{L}|\p{L}\s?[?？؟]/u;
const UNSPACED_WORDS = new RegExp(`[${UNSPACED}]{2}`, "u");

/** Whether a text bears a mark of doubt. */
export function hasMarkOfDoubt(text: string): boolean {
	for (const [, words = ""] of text.matchAll(MARK))
		if (WORDS.test(words) || UNSPACED_WORDS.test(words)) return true;
	return false;
}
