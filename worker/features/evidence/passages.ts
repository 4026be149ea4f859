import { wholeCharacter } from "#text/clean.ts";
import { foldText } from "#text/fold.ts";
import { type Span, splitSentences } from "#text/sentences.ts";
import { GRAMMARS, type GrammarWords, grammarWords } from "./grammar-words.ts";

/** A verbatim slice of a page's canonical text. Offsets count UTF-16 units, `end` exclusive. */
export type Passage = {
	start: number;
	end: number;
	text: string;
	/** The text before and after the passage, so that a quote can be shown in context. */
	before: string;
	after: string;
	/** The offsets in the page that no quote crosses, within the passage and its surroundings. */
	borders?: readonly number[] | undefined;
};

export const MAX_PASSAGE_CHARS = 600;
const PASSAGES_PER_PAGE = 6;
/** The length of the text that is kept on each side of a quote. */
export const CONTEXT_CHARS = 200;
/**
 * From this length on, a passage ends with its paragraph instead of extending into the next one.
 */
const COMFORTABLE_CHARS = 300;

/** The passages of a page, ready to be ranked for many statements. */
type PagePassages = {
	text: string;
	language: string | null;
	borders: readonly number[];
	spans: Span[];
	terms: string[][];
};

/** Cuts a page's canonical text into passages, once for all statements. */
export function indexPage(
	text: string,
	language: string | null,
	borders: readonly number[] = [],
): PagePassages {
	const spans = groupSentences(text, language);
	return {
		text,
		language,
		borders,
		spans,
		terms: spans.map(({ start, end }) => searchTerms(text.slice(start, end))),
	};
}

/**
 * Returns the passages that match the queries best, best first. Empty if no passage shares a word
 * with them that has a meaning of its own: menus share articles and pronouns with every statement. In
 * a list of short lines such a word counts only where a quote can stand. A passage that `repeats` the
 * statement matches best and decides nothing, so it takes no place of another.
 */
export function selectPassages(
	page: PagePassages,
	queries: readonly string[],
	repeats: (passage: string) => boolean = () => false,
	max: number = PASSAGES_PER_PAGE,
): Passage[] {
	const query = queries.flatMap(searchTerms);
	const scores = scoreDocuments(page.terms, query);
	const functional = functionTerms(page);
	const meant = new Set(query.filter((term) => !functional.has(term)));
	const isMeant = (terms: readonly string[]) => terms.some((term) => meant.has(term));
	const ranked = page.spans
		.map((span, at) => ({ span, score: scores[at] ?? 0, terms: page.terms[at] ?? [] }))
		.filter(({ score, terms }) => score > 0 && isMeant(terms))
		.filter(({ span }) => {
			const listed = quotableOfList(page.text.slice(span.start, span.end));
			return listed === null || isMeant(searchTerms(listed));
		})
		.sort((a, b) => b.score - a.score || a.span.start - b.span.start)
		.map(({ span }) => span);
	const [deciding, repeating]: [Span[], Span[]] = [[], []];
	for (const span of ranked) {
		if (deciding.length === max) break;
		(repeats(page.text.slice(span.start, span.end)) ? repeating : deciding).push(span);
	}
	return [...deciding, ...repeating].slice(0, max).map((span) => passageAt(page, span));
}

/** The function words of a page's language as search compares them. */
function functionTerms({ language, terms }: PagePassages): ReadonlySet<string> {
	const { function_words } = language === null ? likelyWords(terms) : grammarWords(language);
	return new Set([...function_words].map(termOf));
}

/** Of the language that has most of the page's words among its function words. */
function likelyWords(terms: readonly (readonly string[])[]): GrammarWords {
	const all = terms.flat().slice(0, TERMS_OF_LANGUAGE);
	const shareOf = ({ function_words }: GrammarWords) =>
		all.filter((term) => function_words.has(term)).length;
	return GRAMMARS.map((it) => ({ it, share: shareOf(it) })).reduce((best, next) =>
		next.share > best.share ? next : best,
	).it;
}

/** Enough to know the language of a page. */
const TERMS_OF_LANGUAGE = 2_000;

/** A shorter line is the entry of a list, and shorter than a quote may be. */
const MIN_LINE_CHARS = 30;
const MIN_LIST_LINES = 3;
/** In scripts without spaces. */
const MIN_LINE_CHARS_UNSPACED = 12;
const UNSPACED =
	/[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;

/** The longer lines and table rows of a passage that is for the most part a list; null of any other. */
function quotableOfList(passage: string): string | null {
	const lines = passage.split("\n");
	const longer = lines.filter(
		(line) =>
			line.includes("\t") ||
			line.length >= (UNSPACED.test(line) ? MIN_LINE_CHARS_UNSPACED : MIN_LINE_CHARS),
	);
	const quotable = longer.join("\n");
	const is_list = lines.length >= MIN_LIST_LINES && quotable.length * 2 < passage.length;
	return is_list ? quotable : null;
}

function passageAt({ text, borders }: PagePassages, { start, end }: Span): Passage {
	const from = wholeCharacter(text, start - CONTEXT_CHARS);
	const to = wholeCharacter(text, end + CONTEXT_CHARS);
	return {
		start,
		end,
		text: text.slice(start, end),
		before: text.slice(from, start),
		after: text.slice(end, to),
		borders: borders.filter((at) => at >= from && at < to),
	};
}

/** Groups consecutive sentences into passages of at most MAX_PASSAGE_CHARS. */
function groupSentences(text: string, language: string | null): Span[] {
	const passages: Span[] = [];
	let open: Span | null = null;
	for (const block of splitBlocks(text)) {
		// A heading or a list item is too short to be a passage of its own.
		if (open && !fits(open, block) && open.end - open.start >= COMFORTABLE_CHARS) open = null;
		for (const piece of sentencesOf(text, block, language)) {
			if (open && fits(open, piece)) open.end = piece.end;
			else {
				open = { ...piece };
				passages.push(open);
			}
		}
	}
	return passages;
}

function fits(open: Span, next: Span): boolean {
	return next.end - open.start <= MAX_PASSAGE_CHARS;
}

/** The lines of canonical text: its paragraphs, headings and table rows. */
function splitBlocks(text: string): Span[] {
	const blocks: Span[] = [];
	let start = 0;
	while (start < text.length) {
		const line_end = text.indexOf("\n", start);
		const end = line_end < 0 ? text.length : line_end;
		if (end > start) blocks.push({ start, end });
		start = end + 1;
	}
	return blocks;
}

function sentencesOf(text: string, { start, end }: Span, language: string | null): Span[] {
	return splitSentences(text.slice(start, end), language).flatMap((sentence) =>
		cutLong(text, { start: start + sentence.start, end: start + sentence.end }),
	);
}

/**
 * Splits a span into pieces of at most MAX_PASSAGE_CHARS, at a space if there is one near the
 * end.
 */
function cutLong(text: string, span: Span): Span[] {
	const pieces: Span[] = [];
	let { start } = span;
	while (span.end - start > MAX_PASSAGE_CHARS) {
		const room = text.slice(start, start + MAX_PASSAGE_CHARS);
		const space = Math.max(room.lastIndexOf(" "), room.lastIndexOf("\t"));
		const length = space > MAX_PASSAGE_CHARS / 2 ? space : room.length;
		const end = wholeCharacter(text, start + length);
		pieces.push({ start, end });
		start = text[end] === " " || text[end] === "\t" ? end + 1 : end;
	}
	if (span.end > start) pieces.push({ start, end: span.end });
	return pieces;
}

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
