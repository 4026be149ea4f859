import { normalizeText } from "../text/normalize-text.ts";

/**
 * Characters that are not seen and can hide or reorder others: controls, bidi
 * marks, zero-width spaces, soft hyphens, tag characters, lone surrogates. Not
 * among them: whitespace, the two joiners (looked at one by one), and the
 * Arabic and Syriac number signs, which are format characters but visible.
 */
const INVISIBLE =
	/(?!\u{200c}|\u{200d}|[\t\n\v\f\r\u{600}-\u{605}\u{6dd}\u{70f}\u{890}\u{891}\u{8e2}])[\p{Cc}\p{Cf}\p{Cs}]/gu;
const JOINERS = /(?:\u{200c}|\u{200d})+/gu;
const JOINABLE = /[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]$/u;
/** In these a joiner changes nothing a reader sees, and hides a word from a search. */
const NEVER_JOINED =
	/[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}]$/u;
const STARTS_LETTER = /^[\p{L}\p{M}\p{Extended_Pictographic}]/u;
const ENDS_MARK = /\p{M}$/u;

/**
 * One line of text as people see it: NFC, nothing invisible, single spaces.
 * Joiners stay where they shape a word: Persian and Indic scripts, emoji.
 */
export function cleanText(text: string): string {
	const seen = text.replace(INVISIBLE, "").replace(JOINERS, keepShapingJoiner);
	return normalizeText(seen, "NFC").replace(/\s+/gu, " ").trim();
}

function keepShapingJoiner(run: string, at: number, whole: string): string {
	const before = whole.slice(Math.max(0, at - 2), at);
	const after = whole.slice(at + run.length, at + run.length + 2);
	if (!JOINABLE.test(before) || NEVER_JOINED.test(before)) return "";
	const shapes = STARTS_LETTER.test(after) || ENDS_MARK.test(before);
	return shapes ? run.slice(0, 1) : "";
}
