import {
	DECADE,
	decadeAt,
	isLedAsDecade,
	meaningOfPounds,
	oneUnitAfter,
	POUND,
	RANK,
	readLead,
	unitAfter,
} from "./amount-units.ts";
import { ONES, RANGES, RATIOS } from "./amount-words.ts";
import { type Token, tokenize, wordAfter } from "./number-tokens.ts";
import { isMonth } from "./opposites.ts";
import { type NumberReading, numberAt, ordinalValue } from "./spoken-numbers.ts";

/** A number with its sign, limit and unit in canonical form. */
export type Amount = {
	/** For example "-5", "3.8" or "20000". */
	value: string;
	/** For example "%", "$", "km", "km/h", "th" (a rank) or "decade"; "" if there is no known unit. */
	unit: string;
	/** ">" for "more than" and "at least", "<" for "less than" and "up to". */
	bound: string;
	/** Written as 1.300, which is 1300 in German and 1.3 in English. */
	ambiguous: boolean;
	/** Its thousands are separated by a character that never separates decimals, or it is in words. */
	grouped: boolean;
};

/** The amounts of a text, and its remaining words. */
export type AmountReading = {
	amounts: Amount[];
	/** Readings that another text may or may not mean: "one", "third" and "half". */
	possible: Amount[];
	rest: string;
};

/** An amount with its range of tokens; `end` is exclusive. */
type PlacedAmount = Amount & { start: number; end: number; spoken: boolean };

/**
 * Reads the amounts of a text: "1,300" and "1 300" are 1300, "twenty thousand
 * kilometres" is 20000 km, "-5 %" is -5 %, "३०" and "三十" are 30. `around` is a longer text that
 * decides whether pounds are money.
 */
export function readAmounts(text: string, around = text): AmountReading {
	const tokens = tokenize(text);
	const found: PlacedAmount[] = [];
	const possible: Amount[] = [];
	const rest: string[] = [];
	let at = 0;
	while (at < tokens.length) {
		const amount = amountAt(tokens, at, found.at(-1));
		if (amount === null) {
			possible.push(...possibleAt(tokens, at));
			rest.push(tokens[at]?.text ?? "");
			at += 1;
			continue;
		}
		for (let dropped = amount.start; dropped < at; dropped += 1) rest.pop();
		if (isFraction(tokens, amount)) possible.push(plain(amount.value, RANK));
		found.push(amount);
		rest.push(" ");
		at = amount.end;
	}
	shareUnits(tokens, found);
	const pounds = meaningOfPounds(text) ?? meaningOfPounds(around) ?? "lb";
	const grouping = GROUPS_BY_POINT.test(around) && !ENGLISH.test(around);
	const amounts = joinYears(found).map((amount) => ({
		...amount,
		unit: amount.unit === POUND ? pounds : amount.unit,
		...(grouping && amount.ambiguous ? { ambiguous: false, grouped: true } : {}),
	}));
	return { amounts, possible, rest: rest.join("") };
}

/** Common words of languages in which a point never separates decimals. */
const GROUPS_BY_POINT =
	/(?<!\p{L})(?:der|das|und|ist|im|dem|den|mit|von|dort|nicht|uma|não|com|het|een|della|sono)(?!\p{L})/iu;
const ENGLISH = /\b(?:the|of|and|is|was|were|are|to)\b/i;

/** The amount whose number starts at this token. */
function amountAt(
	tokens: Token[],
	at: number,
	last: PlacedAmount | undefined,
): PlacedAmount | null {
	const decade = decadeAt(tokens, at);
	if (decade) {
		const { value, end } = decade;
		return { ...plain(String(value), DECADE), start: at, end, spoken: true };
	}
	const number = numberAt(tokens, at) ?? oneAt(tokens, at, last);
	if (number === null) return null;
	const lead = readLead(tokens, at);
	const start = Math.max(at - lead.tokens, last?.end ?? 0);
	const value = `${lead.negative ? "-" : ""}${written(number.value)}`;
	const named = number.ordinal
		? { unit: RANK, end: number.end }
		: unitAfter(tokens, number.end, lead.unit);
	const tens = /^(?:[2-9]|1[0-9][0-9]|20[0-9])0$/.test(value);
	const led = named.unit === "" && tens && isLedAsDecade(tokens, start);
	return {
		value,
		unit: led ? DECADE : dayOfMonth(tokens, start, named) ? "" : named.unit,
		bound: lead.bound,
		ambiguous: number.ambiguous ?? false,
		grouped: number.grouped ?? false,
		start,
		end: named.end,
		spoken: number.spoken ?? false,
	};
}

/** "one" as a number: with a unit, or in a ratio such as "one in five". In other places it may be an article. */
function oneAt(tokens: Token[], at: number, last: PlacedAmount | undefined): NumberReading | null {
	const word = tokens[at]?.folded ?? "";
	if (!ONES.has(word) || word === "a" || word === "an") return null;
	const one = { value: 1, end: at + 1, spoken: true, grouped: true };
	const unit = oneUnitAfter(tokens, at + 1)?.unit;
	if (unit === "%" || (unit && NUMERALS.has(word))) return one;
	let next = wordAfter(tokens, at + 1);
	if (next && isPart(next.folded, word)) return one;
	for (let links = 0; next && RATIOS.has(next.folded) && links < 2; links += 1) {
		if (numberAt(tokens, next.end + 1)) return one;
		next = wordAfter(tokens, next.end);
	}
	const gap = last ? at - last.end : 0;
	const linked =
		gap >= 3 &&
		gap <= MAX_LINK_TOKENS &&
		tokens.slice(at - gap, at).every(({ kind, folded }) => kind === "space" || RATIOS.has(folded));
	return linked ? one : null;
}

/** Whether a word is the denominator of "one third" or "ein Drittel". */
function isPart(word: string, one: string): boolean {
	return (NUMERALS.has(one) || word.endsWith("tel")) && ordinalValue(word) !== null;
}

/** Enough for two words between the numbers of a ratio: "5 out of one". */
const MAX_LINK_TOKENS = 5;
/** Words for one that are never articles. */
const NUMERALS = new Set(["one", "eins"]);

/** Amounts that a word may or may not mean. */
function possibleAt(tokens: Token[], at: number): Amount[] {
	const word = tokens[at]?.folded ?? "";
	const found: Amount[] = [];
	if (ONES.has(word)) {
		const unit = oneUnitAfter(tokens, at + 1)?.unit;
		if (word.length > 2) found.push(plain("1"));
		if (unit) found.push(plain("1", unit));
	}
	const rank = word === "" ? null : ordinalValue(word);
	if (rank === null) return found;
	found.push(plain(String(rank), RANK));
	const article = tokens[at - 2]?.folded ?? "";
	const reading = { unit: RANK, end: at + 1 };
	if (dayOfMonth(tokens, at, reading)) found.push(plain(String(rank)));
	// "a third" is 1/3, "two thirds" is 2/3.
	else if (ONES.has(article)) found.push(plain("1"), plain(String(rank)));
	else if (numberAt(tokens, at - 2)) found.push(plain(String(rank)));
	return found;
}

/** Whether a rank is a date, in which "4th" and "4" mean the same. */
function dayOfMonth(
	tokens: Token[],
	start: number,
	{ unit, end }: { unit: string; end: number },
): boolean {
	if (unit !== RANK) return false;
	const near = [start - 2, end + 1, end + 3].map((at) => tokens[at]?.folded);
	return near.some((word) => word !== undefined && isMonth(word));
}

/** Whether an amount is the denominator of "1/4". */
function isFraction(tokens: Token[], { start }: PlacedAmount): boolean {
	return /^[/⁄]$/u.test(tokens[start - 1]?.text ?? "") && tokens[start - 2]?.kind === "digits";
}

/** Whether each of the amounts also occurs in the other reading, those of one unit in the same order. */
export function amountsWithin(some: AmountReading, all: AmountReading): boolean {
	const known = [...all.amounts, ...all.possible];
	return (
		some.amounts.every((it) => known.some((other) => sameAmount(it, other))) &&
		isOrderKept(some.amounts, all.amounts)
	);
}

/**
 * Whether amounts of one unit come in the order of the other list, because exchanging two of them
 * changes a claim: "from 3 to 5". A repetition in `some` does not count.
 */
function isOrderKept(some: Amount[], all: Amount[]): boolean {
	const reached = new Map<string, number>();
	const seen = new Set<string>();
	for (const amount of some) {
		const key = `${amount.value} ${amount.unit}`;
		if (seen.has(key)) continue;
		seen.add(key);
		const kind = kindOf(amount);
		const from = reached.get(kind) ?? 0;
		const next = all.findIndex((other, index) => index >= from && sameAmount(amount, other));
		if (next >= 0) reached.set(kind, next + 1);
		else if (all.some((other) => sameAmount(amount, other))) return false;
	}
	return true;
}

/** A year often moves within a sentence, so it is not compared with other bare numbers. */
function kindOf({ value, unit }: Amount): string {
	return unit === "" && /^(?:1\d|20)\d\d$/.test(value) ? "year" : unit;
}

/** Whether two readings have the same amounts in the same order. */
export function haveSameAmounts(a: AmountReading, b: AmountReading): boolean {
	return (
		a.amounts.length === b.amounts.length &&
		a.amounts.every((it, index) => {
			const other = b.amounts[index];
			return other !== undefined && sameAmount(it, other);
		})
	);
}

/** Whether a word's rank or fraction is among the amounts of a text: "nineteenth" in "19th". */
export function hasRank(word: string, { amounts, possible }: AmountReading) {
	const rank = ordinalValue(word);
	const wanted = rank === null ? null : plain(String(rank), RANK);
	return wanted !== null && [...amounts, ...possible].some((it) => sameAmount(it, wanted));
}

export function isRank(word: string): boolean {
	return ordinalValue(word) !== null;
}

/**
 * Compares two amounts. If a point may separate either thousands or decimals, dropping it may
 * have changed the number, so the amounts count as different.
 */
function sameAmount(a: Amount, b: Amount): boolean {
	const same =
		a.value === b.value || (a.unit === DECADE && isShortDecade(a, b) && sameDecade(a, b));
	return (
		same &&
		a.unit === b.unit &&
		a.bound === b.bound &&
		(a.ambiguous === b.ambiguous || a.grouped || b.grouped)
	);
}

/** Whether one of two decades is written without its century: "the eighties". */
function isShortDecade(a: Amount, b: Amount): boolean {
	return Number(a.value) < 100 || Number(b.value) < 100;
}

function sameDecade(a: Amount, b: Amount): boolean {
	return Number(a.value) % 100 === Number(b.value) % 100;
}

function plain(value: string, unit = ""): Amount {
	return { value, unit, bound: "", ambiguous: false, grouped: false };
}

/** Handles ranges such as "5 to 10 percent": the first number gets the unit of the second. */
function shareUnits(tokens: Token[], found: PlacedAmount[]): void {
	for (const [index, amount] of found.entries()) {
		const next = found[index + 1];
		if (!next || amount.unit || !next.unit || next.start - amount.end > 3) continue;
		const between = tokens.slice(amount.end, next.start);
		const range = between.every(
			({ kind, text, folded }) => kind === "space" || /^[-–]$/.test(text) || RANGES.has(folded),
		);
		if (between.length > 0 && range) amount.unit = next.unit;
	}
}

/** Joins two spoken numbers that spell a year or a decade: "nineteen eighty-four" is 1984. */
function joinYears(found: PlacedAmount[]): PlacedAmount[] {
	const joined: PlacedAmount[] = [];
	for (const amount of found) {
		const year = spokenYear(joined.at(-1), amount);
		if (year !== null) joined.pop();
		joined.push(year === null ? amount : { ...amount, value: year });
	}
	return joined;
}

function spokenYear(
	first: PlacedAmount | undefined,
	{ value, unit, start, spoken }: PlacedAmount,
): string | null {
	if (!first?.spoken || !spoken || first.unit || start - first.end > 1) return null;
	const century = Number(first.value);
	const year = Number(value);
	const fits = century >= 11 && century <= 20 && year >= 10 && year <= 99;
	return fits && (unit === "" || unit === DECADE) ? String(century * 100 + year) : null;
}

/** Twelve digits remove the rounding errors of multiplied decimals. */
function written(value: number | string): string {
	if (typeof value === "string") return value;
	return String(Number(value.toPrecision(12)));
}
