/** About three lines on a phone. */
const MAX_CHARS = 130;

/** Words that turn a sentence around, whatever it is about. */
const TURNS = /^(not|no|never|none|nor|cannot|only|false|myth|.+n't|.+n’t)$/;

const plain = (word: string) =>
	/[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/u.exec(word.toLowerCase())?.[0] ?? "";

type Word = { word: string; from: number; decides: boolean };

/**
 * The part of a quote that decides, in at most 130 characters: the one with most of the statement's
 * words, numbers and denials, these in its middle if they can be. What is left out is an ellipsis. A
 * quote without spaces stays whole.
 */
export function quoteExcerpt(quote: string, statement: string): string {
	if (quote.length <= MAX_CHARS) return quote;
	const about = new Set(
		statement
			.split(/\s+/)
			.map(plain)
			.filter((it) => it.length > 3),
	);
	const words = [...quote.matchAll(/\S+/g)].map(({ 0: word, index: from }): Word => {
		const it = plain(word);
		return { word, from, decides: about.has(it) || TURNS.test(it) || /\d/.test(it) };
	});
	const best = words
		.map((_, first) => partFrom(words, first))
		.reduce((kept, part) => (isBetter(part, kept) ? part : kept), partFrom(words, 0));
	if (best.end === best.first) return quote;
	const shown = words.slice(best.first, best.end).map(({ word }) => word);
	return `${best.first > 0 ? "… " : ""}${shown.join(" ")}${best.end < words.length ? " …" : ""}`;
}

/** `end` is after the last word. `tilt` is how far the deciding words are from the middle. */
type Part = { first: number; end: number; weight: number; tilt: number };

/** The longest part from this word on. */
function partFrom(words: readonly Word[], first: number): Part {
	const start = words[first]?.from ?? 0;
	const over = words.findIndex(
		({ word, from }, at) => at >= first && from + word.length - start > MAX_CHARS,
	);
	const end = over === -1 ? words.length : over;
	const hits = words.slice(first, end).flatMap(({ decides }, at) => (decides ? [first + at] : []));
	const before = (hits[0] ?? first) - first;
	const after = end - 1 - (hits.at(-1) ?? end - 1);
	return { first, end, weight: hits.length, tilt: Math.abs(before - after) };
}

const isBetter = (a: Part, b: Part) =>
	a.weight > b.weight || (a.weight === b.weight && a.tilt < b.tilt);
