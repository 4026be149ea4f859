/** A range of the whole text; `to` is excluded. */
export type Range = { from: number; to: number };

/** More matches than anybody steps through; a single letter would have thousands. */
export const MOST_MATCHES = 1_000;

/** Where the words occur, in any case and with any white space between them. */
export function findInText(whole: string, query: string): Range[] {
	const words = query.trim().split(/\s+/).filter(Boolean);
	return words.length === 0
		? []
		: ranges(whole, words.map(literal).join("\\s+"));
}

/** Where these words occur, with anything between them. */
export function findSpoken(whole: string, quote: string): Range[] {
	const words = quote.match(/[\p{L}\p{N}]+/gu) ?? [];
	return words.length === 0
		? []
		: ranges(whole, words.join("[^\\p{L}\\p{N}]+"));
}

function ranges(whole: string, pattern: string): Range[] {
	const found: Range[] = [];
	for (const match of whole.matchAll(new RegExp(pattern, "giu"))) {
		found.push({ from: match.index, to: match.index + match[0].length });
		if (found.length === MOST_MATCHES) break;
	}
	return found;
}

function literal(word: string): string {
	return word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
