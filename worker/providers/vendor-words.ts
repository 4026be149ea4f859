/** A line of the log. */
const MAX_CHARS = 300;
/** Shorter parts of a key are in other words too. */
const KEY_PART = 4;
/** "is", "no", "400": nothing of what was asked can be told from shorter words. */
const SHORT_WORD = 3;
const WORD = /[\p{L}\p{M}\p{N}_*.…-]+/gu;
const MASKED = /\*{2,}|\.{3,}|…/;

/**
 * A vendor's message for the log: one line, without the key or a part of it, and without the words
 * of the request, which vendors repeat.
 */
export function vendorWords(message: string, key: string | undefined, asked: string): string {
	const words = new Set(asked.toLowerCase().match(WORD));
	return message
		.replace(/\s+/g, " ")
		.slice(0, 4 * MAX_CHARS)
		.replace(WORD, (word) => {
			if (MASKED.test(word) || sharesPart(word, key)) return "[key]";
			return word.length > SHORT_WORD && words.has(word.toLowerCase()) ? "[…]" : word;
		})
		.slice(0, MAX_CHARS)
		.trim();
}

/** Whether the word has a part of the key, of which a vendor may show the first or last characters. */
function sharesPart(word: string, key = ""): boolean {
	if (key.length < KEY_PART || word.length < KEY_PART) return false;
	if (word.includes(key) || key.includes(word)) return true;
	return word.includes(key.slice(0, 2 * KEY_PART)) || word.includes(key.slice(-KEY_PART));
}
