import type { QuoteProblem } from "#contract/verdicts.ts";
import { foldText } from "#text/fold.ts";
import { decodeEntities } from "#text/markup.ts";
import { UNSPACED } from "#text/scripts.ts";
import { CONTEXT_CHARS, type Passage } from "./passages.ts";
import { type Place, widenToSentence } from "./quote-borders.ts";
import { findQuote } from "./quote-places.ts";
import { isDateOf, isRelated, type QuotedStatement } from "./related-quote.ts";

const MIN_WORDS = 5;
const MIN_CHARS = 30;
/** For scripts without spaces, in which one character corresponds to a syllable or a word. */
const MIN_UNSPACED_CHARS = 12;
export const MAX_QUOTE_CHARS = 400;

/** A quote in the page's own characters, never in the model's. */
export type FoundQuote = {
	quote: string;
	/** Offset in the page's canonical text, in UTF-16 units. */
	quote_start: number;
	before: string;
	after: string;
};

export type QuoteCheck = { ok: true; found: FoundQuote } | { ok: false; reason: QuoteProblem };

/** The page of a passage. `language` is BCP 47. */
export type QuotedPage = { title: string; language: string | null };

/**
 * Checks whether the passage contains the quote in whole words, and returns the page's own text
 * at that place. Case, quotation marks, dashes, spaces, entities, footnote signs and invisible
 * characters are ignored. An ellipsis or a bracketed word stands for what the page has there. The
 * quote may continue into the text around the passage, and is extended to its sentence if the cut
 * turns its meaning.
 */
export function checkQuote(
	quote: string,
	passage: Passage | undefined,
	statement: QuotedStatement,
	{ title, language }: QuotedPage,
): QuoteCheck {
	if (!passage) return dropped("unknown_passage");
	if (quote.length > 2 * MAX_QUOTE_CHARS) return dropped("too_long");
	const wanted = decodeEntities(quote);
	if (foldText(wanted) === "") return dropped("too_short");
	const check = findInPassage(wanted, passage, statement, language);
	const about = `${title}\n${passage.before}${passage.text}${passage.after}`;
	return check.ok && !isRelated(statement, about, language) ? dropped("unrelated") : check;
}

function findInPassage(
	wanted: string,
	passage: Passage,
	statement: QuotedStatement,
	language: string | null,
): QuoteCheck {
	const page = passage.before + passage.text + passage.after;
	const page_start = passage.start - passage.before.length;
	const open = { before: page_start > 0, after: isCut(passage) };
	const limits = { max: MAX_QUOTE_CHARS, open };
	const borders = passage.borders?.map((at) => at - page_start) ?? [];
	let problem: QuoteProblem = "not_found";
	for (const place of findQuote(wanted, page)) {
		if (!isWithin(place, passage, open) || crosses(place, borders)) continue;
		const difference =
			lengthProblem(page.slice(place.from, place.to), statement) ?? place.difference;
		const wide = difference === null ? widenToSentence(page, place, language, limits) : null;
		if (wide) return { ok: true, found: quoteAt(page, wide, page_start) };
		// Of several places, one with the same words and other numbers says most.
		if (problem !== "numbers_differ") problem = difference ?? "too_long";
	}
	return dropped(problem);
}

function quoteAt(page: string, { from, to }: Place, page_start: number): FoundQuote {
	return {
		quote: page.slice(from, to),
		quote_start: page_start + from,
		before: withoutHalf(page.slice(Math.max(0, from - CONTEXT_CHARS), from)),
		after: withoutHalf(page.slice(to, to + CONTEXT_CHARS)),
	};
}

/** Whether the page may continue after the passage's surroundings, which end within a word. */
function isCut({ after }: Passage): boolean {
	return after.length >= CONTEXT_CHARS - 1;
}

/** Whether a place has a part of the passage, and does not end where the text around it is cut. */
function isWithin(
	{ from, to }: Place,
	{ before, text, after }: Passage,
	open: { before: boolean; after: boolean },
): boolean {
	const end = before.length + text.length;
	if (to <= before.length || from >= end) return false;
	return (
		!(open.before && from === 0 && before !== "") && !(open.after && to === end + after.length)
	);
}

/** Whether a border between two blocks is within a place. */
function crosses({ from, to }: Place, borders: readonly number[]): boolean {
	return borders.some((at) => at > from && at < to);
}

/** Whether a quote that was found on a page is in this canonical text, by the rules above. */
export function isOnPage(quote: string, text: string, borders: readonly number[] = []): boolean {
	if (quote.length > 2 * MAX_QUOTE_CHARS) return false;
	const wanted = decodeEntities(quote);
	if (foldText(wanted) === "") return false;
	// The quote is in the page's characters, so that an ellipsis in it is the page's own.
	for (const place of findQuote(wanted, text, true))
		if (place.difference === null && !crosses(place, borders)) return true;
	return false;
}

function dropped(reason: QuoteProblem): QuoteCheck {
	return { ok: false, reason };
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const UNSPACED_LETTER = new RegExp(`[${UNSPACED}]`, "gu");

/** Why a quote proves nothing by its length. A date is enough for a statement about that date. */
function lengthProblem(quote: string, statement: QuotedStatement): QuoteProblem | null {
	const characters = Array.from(quote).length;
	if (characters > MAX_QUOTE_CHARS) return "too_long";
	const unspaced = quote.match(UNSPACED_LETTER)?.length ?? 0;
	if (unspaced * 2 > characters) return characters < MIN_UNSPACED_CHARS ? "too_short" : null;
	const words = quote.match(WORD)?.length ?? 0;
	const short = words < MIN_WORDS || characters < MIN_CHARS;
	return short && !isDateOf(statement, quote) ? "too_short" : null;
}

/** Removes half a surrogate pair at either end of a slice. */
function withoutHalf(text: string): string {
	return text.replace(/^[\udc00-\udfff]/, "").replace(/[\ud800-\udbff]$/, "");
}
