import { ANDS, HALVES, LONE, MULTIPLIERS, ONES, ORDINALS, POINTS, VALUES } from "./amount-words.ts";
import { germanNumber, germanOrdinal } from "./german-numbers.ts";
import { hanValue, type NextWord, readDigits, type Token, wordAfter } from "./number-tokens.ts";

/** A number in a text, and the index of the token after it. */
export type NumberReading = {
	value: number | string;
	end: number;
	ambiguous?: boolean;
	grouped?: boolean;
	/** Whether it is a rank: "twenty-first". */
	ordinal?: boolean;
	/** Whether it is written in words. */
	spoken?: boolean;
};

/** The number that starts at this token, or null. */
export function numberAt(tokens: Token[], at: number): NumberReading | null {
	const token = tokens[at];
	if (token?.kind === "digits") return digitsAt(tokens, at);
	if (token?.kind === "han")
		return token.text === "一" ? null : { value: hanValue(token.text), end: at + 1 };
	return token?.kind === "word" ? spokenAt(tokens, at) : null;
}

/** A number in digits, including a multiplier after it: "3.8 million", "20k", "330万". */
function digitsAt(tokens: Token[], at: number): NumberReading {
	const read = readDigits(tokens, at);
	const next = tokens[read.end];
	const spaced = wordAfter(tokens, read.end);
	if (spaced?.folded === "bn") return { value: Number(read.value) * 1e9, end: spaced.end };
	if (next?.kind === "han" && /^[十百千万萬億亿兆]+$/u.test(next.text))
		return { value: Number(read.value) * hanValue(next.text), end: read.end + 1 };
	const money = /\p{Sc}/u.test(tokens[at - 1]?.text ?? "");
	const short = SHORT_MULTIPLIERS[next?.folded ?? ""];
	if (short && (next?.folded !== "m" || money))
		return { value: Number(read.value) * short, end: read.end + 1 };
	return multiplied(tokens, read);
}

const SHORT_MULTIPLIERS: Record<string, number> = { k: 1e3, m: 1e6, bn: 1e9 };

/**
 * The number with the multiplier and the half after it: "3.8 million", "two and a half". `unit` is
 * the multiplier that the number already ends with.
 */
function multiplied(tokens: Token[], number: NumberReading, unit = 1): NumberReading {
	const factor = multiplierAfter(tokens, number.end) ?? { by: 1, end: number.end };
	const half = halfAfter(tokens, factor.end);
	if (factor.by === 1 && half === null) return number;
	const value = Number(number.value) * factor.by;
	if (half === null) return { value, end: factor.end };
	const last = multiplierAfter(tokens, half);
	return { value: (value + (unit * factor.by) / 2) * (last?.by ?? 1), end: last?.end ?? half };
}

function multiplierAfter(tokens: Token[], start: number): { by: number; end: number } | null {
	let by = 1;
	let end = start;
	for (;;) {
		const word = wordAfter(tokens, end);
		const factor = word && MULTIPLIERS.get(word.folded);
		if (!word || !factor) break;
		by *= factor;
		end = word.end;
	}
	return end === start ? null : { by, end };
}

/** The token after "and a half", "et demi" or "y medio". */
function halfAfter(tokens: Token[], at: number): number | null {
	const and = wordAfter(tokens, at);
	if (!and || !ANDS.has(and.folded)) return null;
	const half = withoutArticle(tokens, wordAfter(tokens, and.end));
	return half && HALVES.has(half.folded) ? half.end : null;
}

function withoutArticle(tokens: Token[], word: NextWord | null) {
	return word && ONES.has(word.folded) ? wordAfter(tokens, word.end) : word;
}

/** A spoken number that starts at this word: "twenty-five", "a hundred and ten thousand". */
function spokenAt(tokens: Token[], at: number): NumberReading | null {
	const first = tokens[at]?.folded ?? "";
	const number = HALVES.has(first)
		? halfOfMultiplier(tokens, at)
		: beginsNumber(tokens, at, first)
			? wordsFrom(tokens, at)
			: null;
	return number && { ...number, spoken: true, grouped: true };
}

/** "half a million", "media docena" */
function halfOfMultiplier(tokens: Token[], at: number): NumberReading | null {
	const unit = withoutArticle(tokens, wordAfter(tokens, at + 1));
	const factor = unit && MULTIPLIERS.get(unit.folded);
	return factor ? { value: factor / 2, end: unit.end } : null;
}

function wordsFrom(tokens: Token[], at: number): NumberReading {
	const sum: Sum = { total: 0, current: 0, last: "" };
	let word: NextWord | null = { folded: tokens[at]?.folded ?? "", end: at + 1 };
	let end = at;
	while (word !== null && addWord(sum, word.folded)) {
		end = word.end;
		word = wordAfter(tokens, end);
		if (!word || !ANDS.has(word.folded)) continue;
		const following = wordAfter(tokens, word.end);
		word = following && joins(sum, following.folded) ? following : null;
	}
	const whole = sum.total + sum.current;
	const rank = word && rankAfter(sum, word.folded);
	if (word && rank) return { value: whole + rank, end: word.end, ordinal: true };
	const decimals = spokenDecimals(tokens, end);
	const number = decimals
		? { value: `${whole}.${decimals.digits}`, end: decimals.end }
		: { value: whole, end };
	const last = MULTIPLIERS.get(sum.last) ?? 1;
	return multiplied(tokens, number, last >= 1000 ? last : 1);
}

/** The last part of a rank such as "twenty-first". A second is also a unit of time. */
function rankAfter(sum: Sum, word: string): number | null {
	const rank = word === "second" ? null : ordinalValue(word);
	return rank !== null && continues(sum, rank, "") ? rank : null;
}

/** "a" starts a number only before a multiplier: "a hundred". */
function beginsNumber(tokens: Token[], at: number, first: string): boolean {
	const next = wordAfter(tokens, at + 1);
	if (first === "cent") return !COIN.has(tokens[at - 2]?.folded ?? "");
	return (
		numberNamed(first) !== undefined ||
		LONE.has(first) ||
		(ONES.has(first) && next !== null && MULTIPLIERS.has(next.folded)) ||
		(UNARTICLED.has(first) &&
			(halfAfter(tokens, at + 1) ?? spokenDecimals(tokens, at + 1)) !== null)
	);
}

/** Words before "cent" if it is a coin or a part of "percent", not the French hundred. */
const COIN = new Set("per pour por a one the each every no single red".split(" "));

export function ordinalValue(word: string): number | null {
	return ORDINALS.get(word) ?? germanOrdinal(word);
}

function numberNamed(word: string): number | undefined {
	return VALUES.get(word) ?? germanNumber(word) ?? undefined;
}

/** `current` is below a thousand; a multiplier moves it into `total`. `last` is the last word. */
type Sum = { total: number; current: number; last: string };

/** Adds the word's value to the number. Returns false if the word starts another number. */
function addWord(sum: Sum, word: string): boolean {
	const factor = hundreds(sum, word) ?? MULTIPLIERS.get(word);
	const added = factor === undefined ? addValue(sum, word) : multiply(sum, word, factor);
	if (added) sum.last = word;
	return added;
}

function multiply(sum: Sum, word: string, factor: number): boolean {
	if (sum.last === "" && !LONE.has(word)) return false;
	// "mil millones"
	const compound = (MULTIPLIERS.get(sum.last) ?? 0) >= 1000;
	if (factor === 100) sum.current = (sum.current || 1) * 100;
	else if (compound && sum.current === 0) sum.total *= factor;
	else {
		sum.total += (sum.current || 1) * factor;
		sum.current = 0;
	}
	return true;
}

function addValue(sum: Sum, word: string): boolean {
	const begun = sum.last !== "";
	const one = !begun || UNARTICLED.has(word) ? ONES.get(word) : undefined;
	const value = numberNamed(word) ?? one;
	if (value === undefined) return false;
	if (value === 20 && sum.last === "quatre" && sum.current % 100 === 4) sum.current += 76;
	else if (!begun || continues(sum, value, word)) sum.current += value;
	else return false;
	return true;
}

/** Words for one that end a number: "twenty-one". Articles begin the next words instead. */
const UNARTICLED = new Set("one un uno una une um uma".split(" "));

/** "cent" is a hundred in French, also after two to nine. In English it is a coin. */
function hundreds(sum: Sum, word: string): number | undefined {
	if (word !== "cent" && word !== "cents") return undefined;
	return sum.last === "" || sum.last === "mille" || FRENCH_ONES.has(sum.last) ? 100 : undefined;
}

const FRENCH_ONES = new Set("deux trois quatre cinq sept huit neuf".split(" "));
const FRENCH_SCORES = new Set(["soixante", "vingt", "vingts"]);
const FRENCH_TEENS = new Set(["sept", "huit", "neuf"]);

/** Whether a value can continue the number: "five" after "twenty", but not after "five". */
function continues({ current, total, last }: Sum, value: number, word: string) {
	if (value === 0) return false;
	if (current === 0) return total > 0;
	if (value >= 100) return false;
	if (last === "dix") return value < 10 && (word === "" || FRENCH_TEENS.has(word));
	// "soixante-dix" is 70, "quatre-vingt-onze" is 91.
	if (value >= 10 && value < 20 && FRENCH_SCORES.has(last))
		return current % 100 === 60 || current % 100 === 80;
	if (value < 10) return current % 10 === 0 && current % 100 !== 10;
	return current % 100 === 0;
}

/** Whether "and" continues the number: "a hundred and ten", "treinta y cinco", "vingt et un". */
function joins(sum: Sum, following: string): boolean {
	const value = numberNamed(following) ?? ONES.get(following);
	if (value === undefined || value >= 1000) return false;
	const tens = sum.current % 100;
	if (tens >= 20 && tens % 10 === 0) return value < 10 || value === 11;
	return (
		sum.total + sum.current >= 100 &&
		(numberNamed(following) !== undefined || UNARTICLED.has(following))
	);
}

/** Spoken decimals: "three point one four". */
function spokenDecimals(tokens: Token[], at: number): { digits: string; end: number } | null {
	const point = wordAfter(tokens, at);
	if (!point || !POINTS.has(point.folded)) return null;
	let digits = "";
	let { end } = point;
	for (;;) {
		const word = wordAfter(tokens, end);
		const value = word && (VALUES.get(word.folded) ?? ONES.get(word.folded));
		if (!word || value === null || value === undefined || value > 9) break;
		digits += value;
		end = word.end;
	}
	return digits ? { digits, end } : null;
}
