import { placeIn, verbatimSpan } from "#features/statements/quote-in-transcript.ts";
import { firstAtLeast } from "#features/statements/spoken-text.ts";
import { type FoldedText, foldText, foldWithPlaces } from "#text/fold.ts";
import { hasDenial, type Place } from "./quote-borders.ts";
import {
	type Difference,
	differenceOf,
	FILLER,
	FOOTNOTE_FILLER,
	hasAccents,
	readable,
	type Spelling,
	withoutAccents,
} from "./same-quote.ts";

/** A place with the quote's letters, and how they differ from the page; null if they do not. */
export type QuotePlace = Place & { difference: Difference | null };

/**
 * A page may repeat a sentence with another number, so several places are examined, but not more
 * than this.
 */
const MAX_PLACES = 8;
/** What a quote leaves out between two of its parts, in characters. */
const MAX_LEFT_OUT = 220;
/** Quotes have few parts; the limit bounds the search. */
const MAX_PARTS = 8;
/** A part that is one short word is found in any text. */
const MIN_PART_LETTERS = 4;

const EXACT: Spelling = { numbers: false, accents: false };

/**
 * Yields the places at which a page's text has the quote's letters. The quote as it is comes
 * first; then an ellipsis or a bracketed word stands for what the page has there, accents may be
 * missing, and numbers may be written otherwise. `exact` looks for the quote as it is only.
 */
export function* findQuote(wanted: string, page: string, exact = false): Generator<QuotePlace> {
	const parts = splitAtGaps(wanted);
	const forms = parts.length > 1 && !exact ? [[wanted], parts] : [[wanted]];
	for (const spelling of exact ? [EXACT] : spellingsOf(wanted, page)) {
		const source = readable(page, spelling);
		const folded = foldPage(source, spelling);
		for (const form of forms) yield* placesOf(form, { page, source, folded, spelling });
	}
}

/** The spellings that can make a difference, the quote's own first. */
function spellingsOf(wanted: string, page: string): Spelling[] {
	const accents = !hasAccents(wanted) && hasAccents(page) ? [false, true] : [false];
	const numbers =
		/\p{Nd}/u.test(wanted) ||
		readable(wanted, { ...EXACT, numbers: true }) !== readable(wanted, EXACT)
			? [false, true]
			: [false];
	return numbers.flatMap((some) => accents.map((bare) => ({ numbers: some, accents: bare })));
}

function foldPage(source: string, { accents }: Spelling): FoldedText {
	const folded = foldWithPlaces(source);
	if (!accents) return folded;
	const kept: number[] = [];
	let text = "";
	let at = 0;
	for (const character of folded.text) {
		const bare = withoutAccents(character);
		for (let unit = 0; unit < bare.length; unit += 1) kept.push(folded.places[at] ?? 0);
		text += bare;
		at += character.length;
	}
	return { text, places: Int32Array.from(kept) };
}

function lettersOf(part: string, spelling: Spelling): string {
	const letters = foldText(readable(part, spelling));
	return spelling.accents ? withoutAccents(letters) : letters;
}

/** An ellipsis, in brackets or not, or words in brackets that are no part of a word. */
const GAP =
	/[[(]\s?(?:…|⋯|\.{3})\s?[\])]|[…⋯]+|\.{3,}|(?:\. ){2}\.|(?<![\p{L}\p{N}])\[[^[\]]{0,80}\p{L}[^[\]]{0,80}\](?![\p{L}\p{N}])/gu;

/** The parts between a quote's gaps; only the whole quote if its brackets deny something. */
function splitAtGaps(quote: string): string[] {
	const gaps = quote.match(GAP) ?? [];
	if (gaps.length === 0 || hasDenial(gaps.join(" "))) return [quote];
	const parts = quote.split(GAP).filter((part) => foldText(part) !== "");
	return parts.length <= MAX_PARTS ? parts : [quote];
}

type SearchedPage = { page: string; source: string; folded: FoldedText; spelling: Spelling };

function* placesOf(parts: readonly string[], searched: SearchedPage): Generator<QuotePlace> {
	const { source, folded, spelling } = searched;
	const [first = "", ...others] = parts;
	const letters = lettersOf(first, spelling);
	if (letters === "") return;
	const high = folded.text.length;
	let low = 0;
	for (let seen = 0; seen < MAX_PLACES && low < high; seen += 1) {
		const start = placeIn(folded, source, letters, { low, high });
		if (start === null) return;
		low = start + 1;
		const place = spanAt(searched, start, start + letters.length);
		const found = compare(first, place, searched);
		const all =
			found.difference === null ? addParts(found, start + letters.length, others, searched) : found;
		if (all) yield all;
	}
}

/** The page's characters, including signs that belong to them, without a footnote at the end. */
function spanAt({ source, folded }: SearchedPage, start: number, end: number): Place {
	const span = verbatimSpan(source, folded.places, start, end);
	let { to } = span;
	while (source[to] === FILLER) to += 1;
	while (source[to - 1] === FOOTNOTE_FILLER) to -= 1;
	let { from } = span;
	while (source[from] === FOOTNOTE_FILLER) from += 1;
	return { from, to };
}

function compare(part: string, place: Place, { page, spelling }: SearchedPage): QuotePlace {
	return { ...place, difference: differenceOf(part, page.slice(place.from, place.to), spelling) };
}

/** Adds each further part at the first place after the one before it; null if one is missing. */
function addParts(
	first: QuotePlace,
	first_end: number,
	parts: readonly string[],
	searched: SearchedPage,
): QuotePlace | null {
	const { page, source, folded, spelling } = searched;
	let { to } = first;
	let low = first_end;
	for (const part of parts) {
		const letters = lettersOf(part, spelling);
		const last = firstAtLeast(folded.places, to + MAX_LEFT_OUT);
		const start = placeIn(folded, source, letters, { low, high: last });
		if (start === null || isWeak(letters, part)) return null;
		if (!isFirstOfItsKind(letters, folded.text.slice(low, start + letters.length), start - low))
			return { ...first, to, difference: "numbers_differ" };
		const place = spanAt(searched, start, start + letters.length);
		const { difference } = compare(part, place, searched);
		if (difference !== null) return { ...first, to, difference };
		if (hasDenial(page.slice(to, place.from))) return null;
		to = place.to;
		low = start + letters.length;
	}
	return { from: first.from, to, difference: null };
}

function isWeak(letters: string, part: string): boolean {
	return letters.length < MIN_PART_LETTERS && !/\p{Nd}/u.test(part);
}

/**
 * Whether the words of a part occur at no earlier place with another number. Otherwise an ellipsis
 * could skip a number in favour of a later one.
 */
function isFirstOfItsKind(letters: string, text: string, at: number): boolean {
	if (!/\p{Nd}/u.test(letters)) return true;
	// Folded text has letters, marks and digits only, so that nothing needs to be escaped.
	const kind = new RegExp(letters.replace(/\p{Nd}+/gu, "\\p{Nd}+"), "u");
	return (kind.exec(text)?.index ?? at) >= at;
}
