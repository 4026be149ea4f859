import { normalizeText } from "#text/clean.ts";
import { foldText } from "#text/fold.ts";
import { UNSPACED } from "#text/scripts.ts";
import { ANDS, LONE, MULTIPLIERS, ONES, VALUES } from "./amount-words.ts";

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
	const sum: Sum = { total: 0, current: 0, last: "" };
	const article = ONES.has(first.folded) ? wordAfter(tokens, first.end) : null;
	if (article && MULTIPLIERS.has(article.folded)) sum.last = first.folded;
	let word: Word | null = article ?? first;
	let end = at;
	while (word && addWord(sum, word.folded)) {
		end = word.end;
		word = wordAfter(tokens, end);
		const after: Word | null = word && ANDS.has(word.folded) ? wordAfter(tokens, word.end) : null;
		if (after && continues(sum, numberNamed(after.folded) ?? 0)) word = after;
	}
	return end === at ? null : { value: sum.total + sum.current, end };
}

/** `current` is below a thousand; a multiplier moves it into `total`. `last` is the last word. */
type Sum = { total: number; current: number; last: string };

/** Adds the word's value to the number. Returns false if the word starts another number. */
function addWord(sum: Sum, word: string): boolean {
	const hundred = /^cents?$/.test(word) && FRENCH_ONES.has(sum.last);
	const factor = hundred ? 100 : MULTIPLIERS.get(word);
	const added = factor === undefined ? addValue(sum, word) : multiply(sum, word, factor);
	if (added) sum.last = word;
	return added;
}

function addValue(sum: Sum, word: string): boolean {
	const value = numberNamed(word) ?? (sum.last && ONES.has(word) ? 1 : null);
	if (value === null) return false;
	if (value === 20 && sum.last === "quatre") sum.current += 76;
	else if (sum.last === "" || continues(sum, value)) sum.current += value;
	else return false;
	return true;
}

function multiply(sum: Sum, word: string, factor: number): boolean {
	if (sum.last === "" && !LONE.has(word)) return false;
	if (factor === 100) sum.current = (sum.current || 1) * 100;
	// "mil millones"
	else if (sum.current === 0 && sum.total > 0) sum.total *= factor;
	else {
		sum.total += (sum.current || 1) * factor;
		sum.current = 0;
	}
	return true;
}

const FRENCH_ONES = new Set(["deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf"]);
const FRENCH_SCORES = new Set(["soixante", "vingt", "vingts"]);

/** Whether a value can continue the number: "five" after "twenty", but not after "five". */
function continues({ current, total, last }: Sum, value: number): boolean {
	if (value === 0 || value >= 100) return false;
	if (current === 0) return total > 0;
	if (last === "dix") return value >= 7 && value < 10;
	// "soixante-dix" is 70, "quatre-vingt-onze" is 91.
	if (value >= 10 && value < 20 && FRENCH_SCORES.has(last)) return current % 20 === 0;
	return value < 10 ? current % 10 === 0 && current % 100 !== 10 : current % 100 === 0;
}

/** Longer than any number word below a million; bounds the work on one word. */
const MAX_WORD = 60;
const GERMAN_PARTS = [...VALUES.keys(), "ein", "hundert", "tausend", "und"]
	.sort((a, b) => b.length - a.length)
	.join("|");
const GERMAN = new RegExp(`^(?:${GERMAN_PARTS})+$`, "u");
const GERMAN_PART = new RegExp(GERMAN_PARTS, "gu");

/** The value of a number word, also of a German compound: "fünfundzwanzig", "elftausend". */
function numberNamed(word: string): number | null {
	const value = VALUES.get(word);
	if (value !== undefined) return value;
	if (word.length > MAX_WORD || !/und|hundert|tausend/.test(word) || !GERMAN.test(word))
		return null;
	const sum: Sum = { total: 0, current: 0, last: "und" };
	const parts = (word.match(GERMAN_PART) ?? []).filter((part) => part !== "und");
	for (const part of parts)
		if (MULTIPLIERS.has(part)) multiply(sum, part, MULTIPLIERS.get(part) ?? 1);
		else sum.current += VALUES.get(part) ?? 1;
	return parts.length > 1 ? sum.total + sum.current : null;
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
