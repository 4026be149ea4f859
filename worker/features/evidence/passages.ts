import { type Span, splitSentences } from "#text/sentences.ts";
import { scoreDocuments, searchTerms } from "./search-terms.ts";

/** A verbatim slice of a page's canonical text. Offsets count UTF-16 units, `end` exclusive. */
export type Passage = {
	start: number;
	end: number;
	text: string;
	/** The text before and after the passage, so that a quote can be shown in context. */
	before: string;
	after: string;
};

export const MAX_PASSAGE_CHARS = 600;
export const PASSAGES_PER_PAGE = 3;
/** The length of the text that is kept on each side of a quote. */
export const CONTEXT_CHARS = 200;
/**
 * From this length on, a passage ends with its paragraph instead of extending into the next one.
 */
const COMFORTABLE_CHARS = 300;

/** The passages of a page, ready to be ranked for many statements. */
export type PagePassages = {
	text: string;
	spans: Span[];
	terms: string[][];
};

/** Cuts a page's canonical text into passages, once for all statements. */
export function indexPage(text: string, language: string | null): PagePassages {
	const spans = groupSentences(text, language);
	return {
		text,
		spans,
		terms: spans.map(({ start, end }) => searchTerms(text.slice(start, end))),
	};
}

/**
 * Returns the passages that match the queries best, best first. Empty if no passage shares a word
 * with them.
 */
export function selectPassages(
	page: PagePassages,
	queries: readonly string[],
	max: number = PASSAGES_PER_PAGE,
): Passage[] {
	const scores = scoreDocuments(page.terms, queries.flatMap(searchTerms));
	return page.spans
		.map((span, at) => ({ span, score: scores[at] ?? 0 }))
		.filter(({ score }) => score > 0)
		.sort((a, b) => b.score - a.score || a.span.start - b.span.start)
		.slice(0, max)
		.map(({ span }) => passageAt(page.text, span));
}

function passageAt(text: string, { start, end }: Span): Passage {
	return {
		start,
		end,
		text: text.slice(start, end),
		before: text.slice(wholeStart(text, start - CONTEXT_CHARS), start),
		after: text.slice(end, wholeStart(text, end + CONTEXT_CHARS)),
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
		const end = wholeStart(text, start + length);
		pieces.push({ start, end });
		start = text[end] === " " || text[end] === "\t" ? end + 1 : end;
	}
	if (span.end > start) pieces.push({ start, end: span.end });
	return pieces;
}

/** Moves an offset back by one if it would split a surrogate pair. */
function wholeStart(text: string, offset: number): number {
	const at = Math.min(text.length, Math.max(0, offset));
	const around = text.slice(Math.max(0, at - 1), at + 1);
	return /^[\ud800-\udbff][\udc00-\udfff]/.test(around) ? at - 1 : at;
}
