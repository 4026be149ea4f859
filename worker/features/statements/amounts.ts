import { MINUSES, ONES, PERS, RANGES, UNITS } from "./amount-words.ts";
import { numberAt, type Token, tokenize, wordAfter } from "./number-tokens.ts";

/** A number with its sign and unit, in one form however it is written. */
export type Amount = {
	/** "-5", "3.8", "20000". */
	value: string;
	/** "%", "$", "km", "km/h", or "" without one that is known. */
	unit: string;
	/** Written as 1.300: thirteen hundred in German, one and three tenths in English. */
	ambiguous: boolean;
	/** Its thousands are separated by something that never separates decimals. */
	grouped: boolean;
};

/** What a text says in numbers, and what is left of it without them. */
type AmountReading = {
	amounts: Amount[];
	/** "one", half an article, and "nineteen eighty-four" as a year: another text may mean them. */
	possible: Amount[];
	rest: string;
};

/** An amount with the tokens that it takes, `end` exclusive. */
type PlacedAmount = Amount & { start: number; end: number };
/**
 * Reads the amounts of a text: "1,300" and "1 300" are 1300, "twenty thousand
 * kilometres" is 20000 km, "-5 %" is -5 %, "३०" and "三十" are 30.
 */
export function readAmounts(text: string): AmountReading {
	const tokens = tokenize(text);
	const found: PlacedAmount[] = [];
	const possible: Amount[] = [];
	const rest: string[] = [];
	let at = 0;
	while (at < tokens.length) {
		const number = numberAt(tokens, at);
		if (number === null) {
			const token = tokens[at];
			if (token && ONES.has(token.folded) && token.folded.length > 2)
				possible.push(plain("1"));
			rest.push(token?.text ?? "");
			at += 1;
			continue;
		}
		const before = signOrCurrency(tokens, at);
		const after = unitAfter(tokens, number.end, before.unit);
		for (let dropped = 0; dropped < before.tokens; dropped += 1) rest.pop();
		found.push({
			value: `${before.negative ? "-" : ""}${written(number.value)}`,
			unit: after.unit,
			ambiguous: number.ambiguous ?? false,
			grouped: number.grouped ?? false,
			start: at - before.tokens,
			end: after.end,
		});
		rest.push(" ");
		at = after.end;
	}
	shareUnits(tokens, found);
	possible.push(...spokenYears(found));
	return { amounts: found, possible, rest: rest.join("") };
}

/** Whether each of some amounts is said in the other reading too. */
export function amountsWithin(
	some: AmountReading,
	all: AmountReading,
): boolean {
	const known = [...all.amounts, ...all.possible];
	return some.amounts.every((it) =>
		known.some((other) => sameAmount(it, other)),
	);
}

/** Whether two readings say the same amounts in the same order. */
export function haveSameAmounts(a: AmountReading, b: AmountReading): boolean {
	return (
		a.amounts.length === b.amounts.length &&
		a.amounts.every((it, index) => {
			const other = b.amounts[index];
			return other !== undefined && sameAmount(it, other);
		})
	);
}

/** Where a point may part thousands or decimals, one who drops it may have changed the number. */
function sameAmount(a: Amount, b: Amount): boolean {
	return (
		a.value === b.value &&
		a.unit === b.unit &&
		(a.ambiguous === b.ambiguous || a.grouped || b.grouped)
	);
}

function plain(value: string): Amount {
	return { value, unit: "", ambiguous: false, grouped: false };
}

/** What is set as a minus sign: the sign itself, hyphens, and the dash that many writers use. */
const MINUS_SIGN = /^[-\u2010-\u2013−]$/u;

/** Sign and currency in front of a number, and the number of tokens that they take. */
function signOrCurrency(
	tokens: Token[],
	at: number,
): { negative: boolean; unit: string; tokens: number } {
	let from = at;
	let unit = "";
	if (/^\p{Sc}$/u.test(tokens[from - 1]?.text ?? "")) {
		from -= 1;
		unit = currency(tokens[from]?.text ?? "");
	}
	const sign = tokens[from - 1]?.text ?? "";
	const edge = tokens[from - 2];
	if (MINUS_SIGN.test(sign) && (!edge || /^[\s([{"“„^]/u.test(edge.text)))
		return { negative: true, unit, tokens: at - from + 1 };
	if (tokens[from - 1]?.kind === "space" && MINUSES.has(edge?.folded ?? ""))
		return { negative: true, unit, tokens: at - from + 2 };
	return { negative: false, unit, tokens: at - from };
}

/** The unit after a number, and what it is counted per: "km/h". A currency may come before. */
function unitAfter(tokens: Token[], at: number, currency: string): UnitReading {
	const single = currency
		? { unit: currency, end: at }
		: oneUnitAfter(tokens, at);
	if (!single) return { unit: "", end: at };
	const slash = tokens[single.end]?.text === "/";
	const per = slash ? null : wordAfter(tokens, single.end);
	if (!slash && !(per && PERS.has(per.folded))) return single;
	const second = oneUnitAfter(tokens, per?.end ?? single.end + 1);
	if (!second) return single;
	return { unit: `${single.unit}/${second.unit}`, end: second.end };
}

type UnitReading = { unit: string; end: number };

function oneUnitAfter(tokens: Token[], at: number): UnitReading | null {
	const spaced = tokens[at]?.kind === "space" ? at + 1 : at;
	const sign = tokens[spaced]?.text ?? "";
	if (sign === "°") return degrees(tokens, spaced + 1);
	if (/^[%٪‰\p{Sc}]$/u.test(sign))
		return { unit: sign === "٪" ? "%" : currency(sign), end: spaced + 1 };
	const word = gluedOrNext(tokens, at);
	// "1990s" is no time of 1,990 seconds.
	if (!word || (word.folded === "s" && spaced === at)) return null;
	if (/^(?:degrees?|grad|grados?|graus?|degres?)$/.test(word.folded))
		return degrees(tokens, word.end);
	if (/^(?:per|pour|por)$/.test(word.folded)) {
		const cent = wordAfter(tokens, word.end);
		const percent = cent && /^(?:cent|cento|ciento)$/.test(cent.folded);
		return percent ? { unit: "%", end: cent.end } : null;
	}
	const unit = UNITS.get(word.folded);
	return unit === undefined ? null : { unit, end: word.end };
}

/** The word that is glued to what is before it, or the next one after a space or a hyphen. */
function gluedOrNext(tokens: Token[], at: number) {
	const glued = tokens[at];
	if (glued?.kind !== "word") return wordAfter(tokens, at);
	return { folded: glued.folded, end: at + 1 };
}

function degrees(tokens: Token[], at: number): UnitReading {
	const word = gluedOrNext(tokens, at);
	const scale = /^(c|f|celsius|fahrenheit)$/.exec(word?.folded ?? "")?.[1];
	if (!word || !scale) return { unit: "°", end: at };
	return { unit: `°${scale[0]?.toUpperCase()}`, end: word.end };
}

function currency(sign: string): string {
	return sign === "￥" ? "¥" : sign;
}

/** "5 to 10 percent": the first number has the unit of the second. */
function shareUnits(tokens: Token[], found: PlacedAmount[]): void {
	for (const [index, amount] of found.entries()) {
		const next = found[index + 1];
		if (!next || amount.unit || !next.unit || next.start - amount.end > 3)
			continue;
		const between = tokens.slice(amount.end, next.start);
		const range = between.every(
			({ kind, text, folded }) =>
				kind === "space" || /^[-–]$/.test(text) || RANGES.has(folded),
		);
		if (between.length > 0 && range) amount.unit = next.unit;
	}
}

/** "nineteen eighty-four" may be the year 1984. */
function spokenYears(found: PlacedAmount[]): Amount[] {
	return found.flatMap(({ value, unit, end }, index) => {
		const next = found[index + 1];
		if (!next || unit || next.unit || next.start - end > 1) return [];
		const century = Number(value);
		const year = Number(next.value);
		const spoken = century >= 11 && century <= 20 && year >= 10 && year <= 99;
		return spoken ? [plain(String(century * 100 + year))] : [];
	});
}

/** Twelve figures are exact enough to undo what a multiplication of decimals leaves. */
function written(value: number | string): string {
	if (typeof value === "string") return value;
	return String(Number(value.toPrecision(12)));
}
