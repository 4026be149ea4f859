import { haveSameAmounts, readAmounts } from "#features/statements/amounts.ts";
import { buildVocabulary, meaningUnits } from "#features/statements/vocabulary.ts";
import { foldText } from "#text/fold.ts";

export type QuotedStatement = { content: string; language: string | null };

/** How many of the statement's content words the page's text has at least. */
const SHARED_WORDS = 2;

/**
 * Whether a page's text shares two content words, a name or a number with the statement. Texts in
 * two languages are always accepted, because they may say the same without a common word.
 */
export function isRelated(
	{ content, language }: QuotedStatement,
	text: string,
	page_language: string | null,
): boolean {
	const own = primaryLanguage(language);
	if (own === null || own !== primaryLanguage(page_language)) return true;
	const units = meaningUnits(content);
	if (units.length === 0) return true;
	const vocabulary = buildVocabulary(text);
	const shared = units.filter((unit) => vocabulary.has(unit)).length;
	if (shared >= Math.min(SHARED_WORDS, units.length)) return true;
	return shareName(content, text) || shareNumber(content, text);
}

function primaryLanguage(tag: string | null): string | null {
	return tag?.split("-")[0]?.toLowerCase() ?? null;
}

const NAME = /(?<![\p{L}\p{M}\p{N}])\p{Lu}[\p{L}\p{M}\p{N}]+/gu;
const SENTENCE_START = /(?:^|[.!?]\s|\n)["'“‘(]{0,2}$/u;

/** Whether a word with a capital is in both texts, and begins a sentence in one of them at most. */
function shareName(content: string, text: string): boolean {
	const said = namesOf(content);
	const written = namesOf(text);
	const meaningful = new Set(meaningUnits([...said.first].join(" ")));
	return (
		[...said.within].some((name) => written.within.has(name) || written.first.has(name)) ||
		[...said.first].some((name) => written.within.has(name) && meaningful.has(foldText(name)))
	);
}

function namesOf(text: string): { first: Set<string>; within: Set<string> } {
	const names = { first: new Set<string>(), within: new Set<string>() };
	for (const { 0: name, index } of text.matchAll(NAME)) {
		const starts = SENTENCE_START.test(text.slice(Math.max(0, index - 4), index));
		(starts ? names.first : names.within).add(name);
	}
	return names;
}

/** Whether the texts have a number of at least two digits in common. */
function shareNumber(content: string, text: string): boolean {
	const said = readAmounts(content);
	const written = readAmounts(text);
	return said.amounts.some(
		(amount) =>
			/\d\D*\d/.test(amount.values[0] ?? "") &&
			written.amounts.some((other) =>
				haveSameAmounts({ ...said, amounts: [amount] }, { ...written, amounts: [other] }),
			),
	);
}

const NUMBER = /\p{Nd}+/gu;
const WORD = /\p{L}[\p{L}\p{M}]{2,}/gu;
/** "Sept" and "September" */
const MONTH_LETTERS = 3;
const YEAR = /^(?:1\d|20)\d\d$/;
const DAY = /^(?:0?[1-9]|[12]\d|3[01])$/;

/** Whether a quote is a date that the statement names: its day, month and year. */
export function isDateOf({ content }: QuotedStatement, quote: string): boolean {
	const said = new Set(content.match(NUMBER)?.map(withoutZero));
	const numbers = quote.match(NUMBER)?.map(withoutZero) ?? [];
	const hasOne = (kind: RegExp) => numbers.some((it) => kind.test(it) && said.has(it));
	if (!hasOne(YEAR) || !hasOne(DAY)) return false;
	const months = new Set(content.match(WORD)?.map(shortMonth));
	const words = quote.match(WORD)?.map(shortMonth) ?? [];
	return words.length === 0 || words.some((it) => months.has(it));
}

function withoutZero(digits: string): string {
	return digits.replace(/^0+(?=\d)/, "");
}

function shortMonth(word: string): string {
	return word.slice(0, MONTH_LETTERS).toLowerCase();
}
