import { foldText } from "#text/fold.ts";

/** Longer words are compared by their first letters, because word forms differ in their endings. */
const STEM_CHARS = 6;
/** No language has longer words. A longer run is data, of which the start is enough. */
const MAX_WORD_CHARS = 60;

/** V8's word segmentation takes quadratic time, so long texts are split first. */
const PIECE_CHARS = 600;

let segmenter: Intl.Segmenter | null = null;

/**
 * The words of a text in the form in which search compares them: folded, with long words reduced
 * to a stem. Works for scripts with and without spaces.
 */
export function searchTerms(text: string): string[] {
	segmenter ??= new Intl.Segmenter(undefined, { granularity: "word" });
	const terms: string[] = [];
	for (let at = 0; at < text.length; at += PIECE_CHARS) {
		const segments = segmenter.segment(text.slice(at, at + PIECE_CHARS));
		for (const { segment, isWordLike } of segments) if (isWordLike) terms.push(termOf(segment));
	}
	return terms.filter((term) => term !== "");
}

function termOf(word: string): string {
	const folded = foldText(word.slice(0, MAX_WORD_CHARS));
	// A number is compared as a whole; otherwise 1200000 and 1200001 would be equal.
	return /\p{N}/u.test(folded) ? folded : folded.slice(0, STEM_CHARS);
}

/** The usual constants of BM25 (Robertson and Zaragoza 2009). */
const K1 = 1.2;
const B = 0.75;

/**
 * Scores each document for the query by BM25, with the documents themselves as the collection. 0
 * if they share no term.
 */
export function scoreDocuments(
	documents: readonly (readonly string[])[],
	query: readonly string[],
): number[] {
	const wanted = new Set(query);
	const counts = documents.map((terms) => {
		const count = new Map<string, number>();
		for (const term of terms) if (wanted.has(term)) count.set(term, (count.get(term) ?? 0) + 1);
		return count;
	});
	const total = documents.reduce((sum, terms) => sum + terms.length, 0);
	const mean_length = total / Math.max(1, documents.length);
	const weights = new Map<string, number>();
	for (const term of wanted) {
		const holding = counts.filter((count) => count.has(term)).length;
		const ratio = (documents.length - holding + 0.5) / (holding + 0.5);
		weights.set(term, Math.log(1 + ratio));
	}
	return documents.map((terms, at) => {
		const length_share = terms.length / Math.max(1, mean_length);
		const damping = K1 * (1 - B + B * length_share);
		let score = 0;
		for (const [term, count] of counts[at] ?? [])
			score += ((weights.get(term) ?? 0) * count * (K1 + 1)) / (count + damping);
		return score;
	});
}
