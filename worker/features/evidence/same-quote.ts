import { ONES, UNITS } from "#features/statements/amount-words.ts";
import { haveSameAmounts, readAmounts } from "#features/statements/amounts.ts";
import { normalizeText } from "#text/clean.ts";
import { foldText } from "#text/fold.ts";
import { decodeEntities } from "#text/markup.ts";
import { UNSPACED } from "#text/scripts.ts";

/** An invisible character that comparisons ignore. It fills the place of removed text. */
export const FILLER = "\u00ad";
/** The same for footnote signs, so that a quote does not end with one. */
export const FOOTNOTE_FILLER = "\u2060";

/** Ways in which a model may write a text differently without changing what it says. */
export type Spelling = {
	/** Compares "five" and "5", "percent" and "%". */
	numbers: boolean;
	/** Ignores accents and vowel signs. */
	accents: boolean;
};

const ENTITY = /&[#\w]{1,9};/g;
/** "[17]" and "[3, 5–7]", which a page has between its words. */
const FOOTNOTE = /\[\p{Nd}{1,3}(?:\s?[,;–-]\s?\p{Nd}{1,3}){0,5}\]/gu;

/**
 * Decodes a text without changing its length, so that offsets stay valid, and removes what
 * comparisons do not see. Some pages encode their text twice.
 */
export function readable(text: string, spelling: Spelling): string {
	const decoded = text
		.replace(ENTITY, (entity) => decodeEntities(entity).padEnd(entity.length, FILLER))
		.replace(FOOTNOTE, (sign) => FOOTNOTE_FILLER.repeat(sign.length))
		.replace(RAISED_AFTER_WORD, withoutNote);
	return spelling.numbers ? inDigits(decoded) : decoded;
}

/**
 * "trials^12" and "trials¹²": after a word, a raised number is the number of a note, or cannot be
 * told from one. A quote may leave it out.
 */
const RAISED_AFTER_WORD =
	/(?<![\p{L}\p{M}])([\p{L}\p{M}]{2,30}|\p{Lu})(\^\p{Nd}{1,3}(?!\p{Nd})|[\u00b9\u00b2\u00b3\u2070\u2074-\u2079]{1,3})/gu;

/** The power of a unit belongs to its amount: "5 km^2" is not "5 km". */
function withoutNote(whole: string, word: string, raised: string): string {
	const is_power = UNITS.has(foldText(word)) && /^(?:\^?[1-3]|[\u00b9\u00b2\u00b3])$/u.test(raised);
	return is_power ? whole : word + FOOTNOTE_FILLER.repeat(raised.length);
}

const NUMBER_WORDS =
	/(?<![\p{L}\p{M}\p{N}])(?:\p{Nd}[\p{Nd}.,]*|[\p{L}\p{M}]{2,20}(?:-[\p{L}\p{M}]{2,20})?)(?![\p{L}\p{M}])/gu;
/** The words after a number that may mean percent, which are two in "per cent". */
const WORDS_AFTER = /^\s[\p{L}\p{M}]{3,12}(?:\s[\p{L}\p{M}]{3,12})?(?![\p{L}\p{M}])/u;
const FIRST_WORD = /^\s[\p{L}\p{M}]+/u;

/** Writes number words as digits and words for percent as "%", in the same length. */
function inDigits(text: string): string {
	const known = new Map<string, string>();
	let written = "";
	let at = 0;
	for (const { 0: word, index } of text.matchAll(NUMBER_WORDS)) {
		if (index < at) continue;
		const digits = known.get(word) ?? digitsOf(word);
		known.set(word, digits);
		if (digits === "") continue;
		const end = index + word.length;
		const percent = percentAfter(text, end);
		written += text.slice(at, index) + digits.padEnd(word.length, FILLER);
		if (percent > 0) written += "%".padEnd(percent, FILLER);
		at = end + percent;
	}
	return written + text.slice(at);
}

/** A number as it is, a number word in digits, "" for any other word. */
function digitsOf(word: string): string {
	if (/^\p{Nd}/u.test(word)) return word;
	if (ONES.has(foldText(word))) return "1";
	const { amounts } = readAmounts(`${word}%`);
	const [amount] = amounts;
	const [value = ""] = amount?.values ?? [];
	return amounts.length === 1 && amount?.unit === "%" && value.length <= word.length ? value : "";
}

/** The length of the words for percent at this place; 0 if there are none. */
function percentAfter(text: string, at: number): number {
	const both = WORDS_AFTER.exec(text.slice(at, at + 28))?.[0] ?? "";
	const one = FIRST_WORD.exec(both)?.[0] ?? "";
	const wanted = readAmounts("5%");
	const found = [one, both].find(
		(words) => words !== "" && haveSameAmounts(readAmounts(`5${words}`), wanted),
	);
	return found?.length ?? 0;
}

/** Accents of Latin, Greek and Cyrillic, and the vowel signs of Hebrew and Arabic. */
const ACCENTS = /[\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u064b-\u065f\u0670]/gu;
/** Letters whose stroke or missing dot is written without a combining mark. */
const STROKED: Readonly<Record<string, string>> = { ø: "o", ł: "l", đ: "d", ı: "i" };
const STROKED_LETTER = /[øłđı]/gu;

/** Removes the accents of a folded text. */
export function withoutAccents(folded: string): string {
	return folded.replace(ACCENTS, "").replace(STROKED_LETTER, (letter) => STROKED[letter] ?? letter);
}

export function hasAccents(text: string): boolean {
	const folded = foldText(text);
	return withoutAccents(folded) !== folded;
}

const FILLERS = new RegExp(`[${FILLER}${FOOTNOTE_FILLER}]`, "g");
/** Hyphens, the minus sign and the dash between two numbers. */
const HYPHEN = /[\u2010-\u2013\u2212\ufe63\uff0d]/gu;

/** "km^2" is "km2", as it is where the number is raised or written beside the unit. */
const POWER_OF_UNIT = /(?<=\p{L})\^(?=-?\p{Nd})/gu;

/** A text in the form in which numbers are read: one kind of hyphen, nothing invisible. */
export function plainForm(text: string, spelling: Spelling): string {
	const visible = readable(text, spelling)
		.replace(FILLERS, "")
		.replace(HYPHEN, "-")
		.replace(POWER_OF_UNIT, "");
	if (!spelling.accents) return visible;
	const bare = normalizeText(visible, "NFD").replace(ACCENTS, "");
	return normalizeText(bare, "NFC").replace(/[øłđıØŁĐ]/gu, (letter) => {
		return STROKED[letter.toLowerCase()] ?? letter;
	});
}

export type Difference = "not_found" | "numbers_differ";

/** Why a text with the same letters is still a different quote; null if it is the same. */
export function differenceOf(wanted: string, found: string, spelling: Spelling): Difference | null {
	const quote = plainForm(wanted, spelling);
	const page = plainForm(found, spelling);
	if (!hasSameSpaces(quote, page)) return "not_found";
	const amounts = readAmounts(quote);
	// A space between two numbers may be the border of two table cells.
	const same = [page, page.replace(/[\t\n]/g, " ")].some((text) =>
		haveSameAmounts(amounts, readAmounts(text)),
	);
	const alike =
		same &&
		readComparisons(quote) === readComparisons(page) &&
		areFootnotesOf(readFootnotes(wanted), readFootnotes(found)) &&
		areFootnotesOf(readRaised(wanted), readRaised(found));
	return alike ? null : "numbers_differ";
}

function readFootnotes(text: string): string[] {
	return text.match(FOOTNOTE) ?? [];
}

/** The numbers that are raised after words, in digits. */
function readRaised(text: string): string[] {
	return Array.from(text.matchAll(RAISED_AFTER_WORD), ([whole, word = "", raised = ""]) =>
		withoutNote(whole, word, raised) === whole ? "" : foldText(raised),
	).filter((number) => number !== "");
}

/** Whether the quote's footnote signs are on the page, in order. A model may leave them out. */
function areFootnotesOf(quote: readonly string[], page: readonly string[]): boolean {
	let at = 0;
	for (const sign of page) if (sign === quote[at]) at += 1;
	return at === quote.length;
}

const COMPARISON = /([<>±])[=\s]{0,3}(?=[\p{Sc}\p{Nd}-])/gu;

/** Comparison signs before numbers, which change their meaning: "p < 0.05". */
function readComparisons(text: string): string {
	const plain = text.replaceAll("≤", "<").replaceAll("≥", ">").replaceAll("+/-", "±");
	return Array.from(plain.matchAll(COMPARISON), ([, sign]) => sign).join("");
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
