import { randomInt } from "node:crypto";

/** No vowels, so that no code spells a word. No 0 and 1, because they look like letters. */
const ALPHABET = "BCDFGHJKMNPQRSTVWXYZ23456789";
/** 28^6 is 480 million, too many for guessing another member's code. */
const LENGTH = 6;

/** Short enough to be typed into a channel's description from a phone. */
export function newClaimCode(): string {
	const letters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]);
	return `bs-${letters.join("")}`;
}

/** Next to these characters the code would be part of a word, a link or another code. */
const JOINING = String.raw`[\p{L}\p{M}\p{N}_/@#&=%+\-]`;
const GLUED = String.raw`[\p{L}\p{N}]`;
/** The characters of a code; none of them is special in a regular expression. */
const SHAPE = /^[A-Za-z0-9-]+$/;

/** Whether a text contains the code as a separate word, in any case. */
export function containsCode(text: string, code: string): boolean {
	if (!SHAPE.test(code)) return false;
	const alone = new RegExp(
		String.raw`(?<!${JOINING}|${GLUED}\.)${code}(?!${JOINING}|\.${GLUED})`,
		"iu",
	);
	return alone.test(text);
}
