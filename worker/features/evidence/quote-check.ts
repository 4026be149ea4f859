import type { QuoteProblem } from "#contract/verdicts.ts";
import { haveSameAmounts, readAmounts } from "#features/statements/amounts.ts";
import { placeIn, verbatimSpan } from "#features/statements/quote-in-transcript.ts";
import { firstAtLeast } from "#features/statements/spoken-text.ts";
import { buildVocabulary, meaningUnits } from "#features/statements/vocabulary.ts";
import { foldText, foldWithPlaces } from "#text/fold.ts";
import { decodeEntities } from "#text/markup.ts";
import { UNSPACED } from "#text/scripts.ts";
import { CONTEXT_CHARS, type Passage } from "./passages.ts";

const MIN_WORDS = 5;
const MIN_CHARS = 30;
/** For scripts without spaces, in which one character corresponds to a syllable or a word. */
const MIN_UNSPACED_CHARS = 12;
export const MAX_QUOTE_CHARS = 400;
/** The share of the statement's meaningful words that the passage must contain. */
const SHARED_UNITS = 0.25;

/** A quote in the page's own characters, never in the model's. */
export type FoundQuote = {
	quote: string;
	/** Offset in the page's canonical text, in UTF-16 units. */
	quote_start: number;
	before: string;
	after: string;
};

export type QuoteCheck = { ok: true; found: FoundQuote } | { ok: false; reason: QuoteProblem };

export type QuotedStatement = { content: string; language: string | null };

/**
 * A page may repeat a sentence with another number, so several places are examined, but not more
 * than this.
 */
const MAX_PLACES = 8;

/**
 * Checks whether the passage contains the quote in whole words, and returns the page's own text
 * at that place. Case, quotation marks, dashes, spaces, entities and invisible characters are
 * ignored. Letters, numbers and the signs of numbers must match. `page_language` is BCP 47.
 */
export function checkQuote(
	quote: string,
	passage: Passage | undefined,
	statement: QuotedStatement,
	page_language: string | null,
): QuoteCheck {
	if (!passage) return dropped("unknown_passage");
	if (quote.length > 2 * MAX_QUOTE_CHARS) return dropped("too_long");
	const wanted = decodeEntities(quote);
	if (foldText(wanted) === "") return dropped("too_short");
	let problem: QuoteProblem = "not_found";
	for (const { page, from, to } of placesOf(wanted, passage)) {
		const found = page.slice(from, to);
		const difference = lengthProblem(found) ?? differenceOf(wanted, found);
		problem = difference ?? problem;
		if (difference !== null) continue;
		if (!isRelated(statement, passage.text, page_language)) return dropped("unrelated");
		return {
			ok: true,
			found: {
				quote: found,
				quote_start: passage.start - passage.before.length + from,
				before: withoutHalf(page.slice(Math.max(0, from - CONTEXT_CHARS), from)),
				after: withoutHalf(page.slice(to, to + CONTEXT_CHARS)),
			},
		};
	}
	return dropped(problem);
}

/** Whether a quote that was found on a page is in this canonical text, by the rules above. */
export function isOnPage(quote: string, text: string): boolean {
	if (quote.length > 2 * MAX_QUOTE_CHARS) return false;
	const wanted = decodeEntities(quote);
	if (foldText(wanted) === "") return false;
	const page = { start: 0, end: text.length, text, before: "", after: "" };
	for (const { from, to } of placesOf(wanted, page))
		if (differenceOf(wanted, text.slice(from, to)) === null) return true;
	return false;
}

/**
 * Yields the places at which the passage contains the quote's letters. The text around the
 * passage shows whether a word or number continues beyond it.
 */
function* placesOf(wanted: string, { before, text, after }: Passage) {
	const page = before + text + after;
	const source = withoutEntities(page);
	const folded = foldWithPlaces(source);
	const letters = foldText(wanted);
	const last = firstAtLeast(folded.places, before.length + text.length);
	const high = last - letters.length + 1;
	let low = firstAtLeast(folded.places, before.length);
	for (let seen = 0; seen < MAX_PLACES && low < high; seen += 1) {
		const at = placeIn(folded, source, letters, { low, high });
		if (at === null) return;
		const end = at + letters.length;
		yield { page, ...verbatimSpan(source, folded.places, at, end) };
		low = at + 1;
	}
}

const ENTITY = /&[#\w]{1,9};/g;
/** An invisible character that comparisons ignore. */
const FILLER = "\u00ad";

/**
 * Decodes entities without changing the length, so that offsets stay valid. Some pages encode
 * their text twice.
 */
function withoutEntities(page: string): string {
	return page.replace(ENTITY, (entity) => decodeEntities(entity).padEnd(entity.length, FILLER));
}

/** Why a text with the same letters is still a different quote; null if it is the same. */
function differenceOf(wanted: string, found: string): QuoteProblem | null {
	const page = decodeEntities(found);
	if (!hasSameSpaces(wanted, page)) return "not_found";
	const same =
		haveSameAmounts(readAmounts(wanted), readAmounts(page)) &&
		readComparisons(wanted) === readComparisons(page);
	return same ? null : "numbers_differ";
}

const COMPARISON = /([<>±])[=\s]{0,3}(?=[\p{Sc}\p{Nd}-])/gu;

/** Comparison signs before numbers, which change their meaning: "p < 0.05". */
function readComparisons(text: string): string {
	const plain = text.replaceAll("≤", "<").replaceAll("≥", ">").replaceAll("+/-", "±");
	return Array.from(plain.matchAll(COMPARISON), ([, sign]) => sign).join("");
}

function dropped(reason: QuoteProblem): QuoteCheck {
	return { ok: false, reason };
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const UNSPACED_LETTER = new RegExp(`[${UNSPACED}]`, "gu");

function lengthProblem(quote: string): QuoteProblem | null {
	const characters = Array.from(quote).length;
	if (characters > MAX_QUOTE_CHARS) return "too_long";
	const unspaced = quote.match(UNSPACED_LETTER)?.length ?? 0;
	if (unspaced * 2 > characters) return characters < MIN_UNSPACED_CHARS ? "too_short" : null;
	const words = quote.match(WORD)?.length ?? 0;
	return words < MIN_WORDS || characters < MIN_CHARS ? "too_short" : null;
}

const IGNORED = /\p{Default_Ignorable_Code_Point}/u;
const SPACE = /\s/u;
const UNSPACED_ONE = new RegExp(`[${UNSPACED}]`, "u");

/**
 * The positions between letters at which other characters occur, and those at which a space does.
 */
type Breaks = { any: Set<number>; spaces: Set<number> };

/** Positions are counted in folded letters, so that texts with equal folding can be compared. */
function readBreaks(text: string): Breaks {
	const breaks: Breaks = { any: new Set(), spaces: new Set() };
	let letters = 0;
	let after_unspaced = false;
	for (const character of text) {
		if (IGNORED.test(character)) continue;
		const folded = foldText(character);
		if (folded !== "") {
			const unspaced = UNSPACED_ONE.test(character);
			// In scripts without spaces, a line break may add a space anywhere, so spaces there are
			// ignored.
			if (unspaced) breaks.spaces.delete(letters);
			letters += folded.length;
			after_unspaced = unspaced;
		} else {
			breaks.any.add(letters);
			if (SPACE.test(character) && !after_unspaced) breaks.spaces.add(letters);
		}
	}
	breaks.spaces.delete(0);
	breaks.spaces.delete(letters);
	return breaks;
}

/**
 * Distinguishes "nowhere" from "now here", which have the same letters. "well-known" equals "well
 * known".
 */
function hasSameSpaces(quote: string, found: string): boolean {
	const a = readBreaks(quote);
	const b = readBreaks(found);
	const within = (spaces: Set<number>, any: Set<number>) =>
		[...spaces].every((place) => any.has(place));
	return within(a.spaces, b.any) && within(b.spaces, a.any);
}

/**
 * Whether the passage and the statement share enough words. Texts in two languages are always
 * accepted, because they may say the same without a common word.
 */
function isRelated(
	statement: QuotedStatement,
	passage: string,
	page_language: string | null,
): boolean {
	const own = primaryLanguage(statement.language);
	if (own === null || own !== primaryLanguage(page_language)) return true;
	const units = meaningUnits(statement.content);
	if (units.length === 0) return true;
	const vocabulary = buildVocabulary(passage);
	const shared = units.filter((unit) => vocabulary.has(unit)).length;
	return shared > 0 && shared >= SHARED_UNITS * units.length;
}

function primaryLanguage(tag: string | null): string | null {
	return tag?.split("-")[0]?.toLowerCase() ?? null;
}

/** Removes half a surrogate pair at either end of a slice. */
function withoutHalf(text: string): string {
	return text.replace(/^[\udc00-\udfff]/, "").replace(/[\ud800-\udbff]$/, "");
}
