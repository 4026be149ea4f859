import { normalizeText } from "#text/clean.ts";
import { foldText } from "#text/fold.ts";
import { UNSPACED } from "#text/scripts.ts";
import {
	AFTER_NUMBERS,
	AFTER_TENS,
	ANDS,
	ARTICLES,
	CENTURIES,
	HALVES,
	LONE,
	MULTIPLIERS,
	OHS,
	ONES,
	POINTS,
	VALUES,
} from "./amount-words.ts";
import { numberNamed } from "./number-names.ts";

export type Token = {
	kind: "digits" | "han" | "word" | "space" | "sign";
	text: string;
	folded: string;
};

const POINT = "(?:(?<![\\p{L}\\p{M}\\p{Nd}.,])\\.)?";
const GROUPED = "(?<!\\p{Nd})\\p{Nd}{1,3}(?:[ \\u00a0\\u202f]\\p{Nd}{3})+(?!\\p{Nd})";
const TOKEN = new RegExp(
	`(${GROUPED}|${POINT}\\p{Nd}+(?:[.,'’٫٬]\\p{Nd}+)*)|([〇零一二三四五六七八九十百千万萬億亿兆]+)|((?:(?![${UNSPACED}])[\\p{L}\\p{M}])+)|(\\s+)|(.)`,
	"gsu",
);
/** Superscript digits after a digit, with their sign: "⁻⁵" in "10⁻⁵". */
const EXPONENT = /(?<=\p{Nd})[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+/gu;
/** The boundary before a numeric character that is not a digit of the same number: "½" in "1½". */
const APART = /(?<=\p{Nd})(?=\p{No})/gu;
/** Spaces that the compatibility form would make plain, and that group digits. */
const NARROW = /[\u00a0\u202f]/gu;

/** Splits a text into tokens. "10⁵" becomes "10^5" and "1½" becomes "1 1⁄2". */
export function tokenize(source: string): Token[] {
	const parted = source.replace(EXPONENT, "^$&").replace(APART, " ").replace(NARROW, " ");
	return Array.from(
		normalizeText(parted, "NFKC").matchAll(TOKEN),
		([text, digits, han, word, space]): Token => {
			if (word !== undefined) return { kind: "word", text, folded: foldText(word) };
			const kind = digits ? "digits" : han ? "han" : space ? "space" : "sign";
			return { kind, text, folded: "" };
		},
	);
}

/** A word, and the index of the token after it. */
export type Word = { folded: string; end: number };

/** The next word, if one space or hyphen precedes it. */
export function wordAfter(tokens: Token[], at: number): Word | null {
	const gap = tokens[at];
	const word = tokens[at + 1];
	const joined = gap?.kind === "space" || gap?.text === "-";
	if (!joined || word?.kind !== "word") return null;
	return { folded: word.folded, end: at + 2 };
}

/** The values that digits may mean, the more likely one first. */
export function digitValues(text: string): string[] {
	const digits = western(text.replace(/ /g, ""));
	const [whole = "", ...rest] = digits.split(/[.,'’]/);
	const joined = [whole, ...rest].join("").replace(/^0+(?=\d)/, "");
	const [first = ""] = rest;
	if (rest.length !== 1) return [joined];
	// Three digits after one mark are thousands, unless they follow a zero.
	if (first.length !== 3 || /^(?:0|$)/.test(whole)) return [`${whole || 0}.${first}`];
	return digits.includes(".") ? [joined, `${whole}.${first}`] : [joined];
}

/** Converts the digits of any script to 0-9. */
function western(text: string): string {
	return text
		.replace(/٫/g, ".")
		.replace(/٬/g, ",")
		.replace(/(?![0-9])\p{Nd}/gu, (digit) => {
			const code = digit.codePointAt(0) ?? 0;
			let zero = code;
			while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
			return String(code - zero);
		});
}

const SHORT: Record<string, number> = { k: 1e3, m: 1e6, bn: 1e9 };

/** The multipliers after digits: "3.8 million", "20k", "330万". `money`: "m" means a million. */
export function multiplierAfter(tokens: Token[], at: number, money: boolean) {
	const next = tokens[at];
	if (next?.kind === "han" && /^[十百千万萬億亿兆]+$/u.test(next.text))
		return { by: hanValue(next.text), end: at + 1 };
	const short = SHORT[next?.folded ?? ""];
	if (short && (next?.folded !== "m" || money)) return { by: short, end: at + 1 };
	let by = 1;
	let end = at;
	for (;;) {
		const word = wordAfter(tokens, end);
		const factor = word && (MULTIPLIERS.get(word.folded) ?? (word.folded === "bn" ? 1e9 : 0));
		if (!word || !factor) return { by, end };
		by *= factor;
		end = word.end;
	}
}

/** A number in words: "twenty-five", "quatre-vingt-dix", "dos mil", "fünfundzwanzig". */
export function spokenNumber(tokens: Token[], at: number): { value: number; end: number } | null {
	const first = { folded: tokens[at]?.folded ?? "", end: at + 1 };
	const sum: Sum = { total: 0, current: 0, least: 0, last: "" };
	let word: Word | null = beginNumber(sum, first, wordAfter(tokens, first.end));
	let end = at;
	while (word && addWord(sum, word.folded)) {
		end = word.end;
		word = wordAfter(tokens, end);
		const after: Word | null = word && wordAfter(tokens, word.end);
		if (word && after && joins(sum, word.folded, after.folded)) word = after;
	}
	return end === at ? null : { value: sum.total + sum.current, end };
}

/**
 * Takes a first word that is a number only before another number word: "a hundred", "once mil",
 * "cent deux" (but not "50 cent"). Returns the word to go on with.
 */
function beginNumber(sum: Sum, first: Word, next: Word | null): Word {
	if (next === null) return first;
	const before = ONES.has(first.folded) ? 0 : AFTER_NUMBERS.get(first.folded);
	if (before !== undefined && MULTIPLIERS.has(next.folded)) {
		sum.current = before;
		sum.last = first.folded;
		return next;
	}
	if (first.folded !== "cent" || !VALUES.has(next.folded)) return first;
	sum.current = 100;
	sum.last = first.folded;
	return next;
}

/** Whether a word joins the next one to the number: "and" in "a hundred and five", "oh" in a year. */
function joins(sum: Sum, word: string, next: string): boolean {
	const value = numberNamed(next) ?? lastPart(sum, next) ?? 0;
	const is_hundred = LONE.has(next) && MULTIPLIERS.get(next) === 100;
	if (ANDS.has(word)) return continues(sum, is_hundred && sum.current === 0 ? 100 : value);
	if (!OHS.has(word) || !isCentury(sum) || sum.current < YEAR_FROM || value < 1 || value > 9)
		return false;
	sum.current *= 100;
	return true;
}

/** Below, a time is as likely: "ten thirty", "twelve oh five". */
const YEAR_FROM = 13;
const NO_MINUTES_FROM = 60;

/** Whether the number is so far one English word from ten to twenty. */
function isCentury({ total, current, last }: Sum): boolean {
	return total === 0 && CENTURIES.get(last) === current;
}

/** "nineteen eighty-four" and "twenty thirty" are years. */
function isYear(sum: Sum, value: number): boolean {
	const least = sum.current < YEAR_FROM ? NO_MINUTES_FROM : 10;
	return isCentury(sum) && value >= least && value < 100;
}

function isOne(word: string): boolean {
	return ONES.has(word) && !ARTICLES.has(word);
}

/**
 * The number with a half and its multiplier, if they follow: "two and a half million". `at` is after
 * the number.
 */
export function withHalf(tokens: Token[], value: number, at: number) {
	const and = wordAfter(tokens, at);
	const next = and && ANDS.has(and.folded) ? wordAfter(tokens, and.end) : null;
	const half = next && ONES.has(next.folded) ? wordAfter(tokens, next.end) : next;
	if (!half || !HALVES.has(half.folded) || value >= 1_000) return null;
	const { by, end } = multiplierAfter(tokens, half.end, false);
	return { value: (value + 0.5) * by, end };
}

/** The decimals of a number, and its multiplier: "four point five million". `at` is after the number. */
export function withDecimals(tokens: Token[], value: number, at: number) {
	const point = wordAfter(tokens, at);
	if (!point || !POINTS.has(point.folded)) return null;
	let decimals = "";
	let last = point.end;
	for (let word = wordAfter(tokens, last); word; word = wordAfter(tokens, last)) {
		const digit = VALUES.get(word.folded) ?? (isOne(word.folded) ? 1 : null);
		if (digit === null || (decimals !== "" && digit > 9)) break;
		decimals += digit;
		last = word.end;
	}
	if (decimals === "") return null;
	const { by, end } = multiplierAfter(tokens, last, false);
	return { value: Number(`${value}.${decimals}`) * by, end };
}

/** Half of a multiplier: "half a million", "eine halbe Milliarde". */
export function halfOf(tokens: Token[], at: number) {
	if (!HALVES.has(tokens[at]?.folded ?? "")) return null;
	const next = wordAfter(tokens, at + 1);
	const of = next && ONES.has(next.folded) ? next.end : at + 1;
	const { by, end } = multiplierAfter(tokens, of, false);
	return by === 1 ? null : { value: by / 2, end };
}

/**
 * `current` is below a thousand; a multiplier moves it into `total`. `least` is the last multiplier,
 * `last` the last word.
 */
type Sum = { total: number; current: number; least: number; last: string };

/** Adds the word's value to the number. Returns false if the word starts another number. */
function addWord(sum: Sum, word: string): boolean {
	const after_thousand = word === "cent" && sum.total > 0 && sum.current === 0;
	const hundred = after_thousand || (/^cents?$/.test(word) && FRENCH_ONES.has(sum.last));
	const factor = hundred ? 100 : MULTIPLIERS.get(word);
	const added = factor === undefined ? addValue(sum, word) : multiply(sum, word, factor);
	if (added) sum.last = word;
	return added;
}

function addValue(sum: Sum, word: string): boolean {
	const value = numberNamed(word) ?? (sum.last === "" ? null : lastPart(sum, word));
	if (value === null) return false;
	if (value === 20 && sum.last === "quatre") sum.current += 76;
	else if (sum.last === "" || continues(sum, value)) add(sum, value);
	else if (isYear(sum, value)) sum.current = sum.current * 100 + value;
	else return false;
	return true;
}

/** The thousands of a compound, "settantanovemila", may be followed by hundreds. */
function add(sum: Sum, value: number): void {
	const below = value % 1_000;
	sum.current += below;
	sum.total += value - below;
	if (value >= 1_000) sum.least = 1_000;
}

/** The value of a word that is a number only after others: "one", and "first" after tens. */
function lastPart({ current }: Sum, word: string): number | null {
	if (isOne(word)) return 1;
	const is_round = current % 100 >= 20 ? current % 10 === 0 : current > 0 && current % 100 === 0;
	return AFTER_NUMBERS.get(word) ?? (is_round ? (AFTER_TENS.get(word) ?? null) : null);
}

function multiply(sum: Sum, word: string, factor: number): boolean {
	if (sum.last === "" && !LONE.has(word)) return false;
	if (factor === 100) sum.current = (sum.current || 1) * 100;
	// "mil millones"
	else if (sum.current === 0 && sum.total > 0 && factor > sum.least) sum.total *= factor;
	else {
		sum.total += (sum.current || 1) * factor;
		sum.current = 0;
		sum.least = factor;
	}
	return true;
}

const FRENCH_ONES = new Set(["deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf"]);
const FRENCH_SCORES = new Set(["soixante", "vingt", "vingts"]);

/** Whether a value can continue the number: "five" after "twenty", but not after "five". */
function continues({ current, total, least, last }: Sum, value: number): boolean {
	if (value === 0) return false;
	if (current === 0) return total > 0 && value < least;
	if (value >= 100) return false;
	if (last === "dix") return value >= 7 && value < 10;
	// "soixante-dix" is 70, "quatre-vingt-onze" is 91.
	if (value >= 10 && value < 20 && FRENCH_SCORES.has(last)) return current % 20 === 0;
	return value < 10 ? current % 10 === 0 && current % 100 !== 10 : current % 100 === 0;
}

const HAN_DIGITS = "〇一二三四五六七八九";
const HAN_UNITS: Record<string, number> = { 十: 10, 百: 100, 千: 1000 };
const HAN_GROUPS: Record<string, number> = { 万: 1e4, 萬: 1e4, 億: 1e8, 亿: 1e8, 兆: 1e12 };

/** The value of Chinese numerals: 三百三十 is 330, 二〇二四 is 2024. */
export function hanValue(text: string): number {
	let total = 0;
	let group = 0;
	let digit = 0;
	let digits = "";
	for (const sign of text.replaceAll("零", "〇")) {
		const value = HAN_DIGITS.indexOf(sign);
		const unit = HAN_UNITS[sign];
		if (value >= 0) {
			digits += value;
			digit = value;
		} else if (unit !== undefined) {
			group += (digit || 1) * unit;
			digit = 0;
		} else {
			total += (group + digit || 1) * (HAN_GROUPS[sign] ?? 1);
			group = 0;
			digit = 0;
		}
	}
	return digits.length === [...text].length ? Number(digits) : total + group + digit;
}
