import { UNSPACED } from "#text/scripts.ts";
import { searchWords } from "#text/search-words.ts";

/** A statement that was taken down, as later analyses recognise it. */
export type HiddenWords = { id: string; quote: string; quote_key: string; content: string };

/** A shorter text is only the same if it is the whole other one. */
const LEAST_WORDS = 3;
/** The same for scripts that write words without spaces, in characters. */
const LEAST_CHARACTERS = 8;

/**
 * Whether the statement repeats one that was taken down: the same words, one within the other, or a
 * cut of the same passage that shares two thirds of the shorter one in a row.
 */
export function repeatsHidden(
	statement: { quote: string; content: string },
	hidden: readonly HiddenWords[],
): boolean {
	if (hidden.length === 0) return false;
	const own = [statement.quote, statement.content];
	return hidden.some(({ quote, content }) =>
		own.some((a) => [quote, content].some((b) => shares(a, b))),
	);
}

const JOINED = new RegExp(`[${UNSPACED}]`, "u");

function shares(a: string, b: string): boolean {
	const by_character = JOINED.test(a) && JOINED.test(b);
	const [one, other] = [a, b].map((text) => {
		const words = searchWords(text);
		return by_character ? [...words.join("")] : words;
	}) as [string[], string[]];
	const shorter = Math.min(one.length, other.length);
	if (shorter === 0) return false;
	const run = longestRun(one, other);
	if (one.length === other.length && run === shorter) return true;
	return run >= (by_character ? LEAST_CHARACTERS : LEAST_WORDS) && run * 3 >= shorter * 2;
}

/** The length of the longest list of units that both have in a row. */
function longestRun(a: readonly string[], b: readonly string[]): number {
	let longest = 0;
	let above: number[] = [];
	for (const unit of a) {
		const row = b.map((other, at) => (unit === other ? (above[at - 1] ?? 0) + 1 : 0));
		longest = Math.max(longest, ...row);
		above = row;
	}
	return longest;
}
