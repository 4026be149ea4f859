import { foldText } from "#text/fold.ts";
import { MINUSES, PERS, POWERS, RANK_ENDINGS, UNITS } from "./amount-words.ts";
import {
	digitValues,
	hanValue,
	multiplierAfter,
	spokenNumber,
	type Token,
	tokenize,
	type Word,
	wordAfter,
} from "./number-words.ts";

/** A number with its sign and unit in canonical form. */
export type Amount = {
	/** For example "-5" or "3.8". Two readings if a point may separate thousands: "1.300". */
	values: readonly string[];
	/** For example "%", "$", "km" or "km/h"; "" if there is no known unit. */
	unit: string;
};

/** The amounts of a text in order, and its remaining words. */
export type AmountReading = { amounts: Amount[]; rest: string };

/**
 * Reads the amounts of a text: "1,300" and "1 300" are 1300, "twenty thousand kilometres" is
 * 20000 km, "-5 %" is -5 %, "३०" and "三十" are 30.
 */
export function readAmounts(text: string): AmountReading {
	const tokens = tokenize(text);
	const amounts: Amount[] = [];
	const rest: string[] = [];
	let at = 0;
	let read = 0;
	while (at < tokens.length) {
		const number = numberAt(tokens, at);
		if (number === null) {
			rest.push(tokens[at]?.text ?? "");
			at += 1;
			continue;
		}
		const lead = leadBefore(tokens, at, read);
		const { unit, end } = unitAfter(tokens, number.end, lead.unit);
		const sign = lead.negative ? "-" : "";
		amounts.push({ values: number.values.map((value) => sign + value), unit });
		rest.splice(rest.length - lead.tokens, lead.tokens, " ");
		at = end;
		read = end;
	}
	return { amounts, rest: rest.join("") };
}

type NumberReading = { values: string[]; end: number };

function numberAt(tokens: Token[], at: number): NumberReading | null {
	const token = tokens[at];
	if (token?.kind === "han")
		return token.text === "一" ? null : { values: [written(hanValue(token.text))], end: at + 1 };
	if (token?.kind === "word") {
		const spoken = spokenNumber(tokens, at);
		return spoken && { values: [written(spoken.value)], end: spoken.end };
	}
	if (token?.kind !== "digits") return null;
	const money = /\p{Sc}/u.test(tokens[at - 1]?.text ?? "");
	const { by, end } = multiplierAfter(tokens, at + 1, money);
	const values = digitValues(token.text);
	return { values: by === 1 ? values : values.map((it) => written(Number(it) * by)), end };
}

/** Twelve digits remove the rounding errors of multiplied decimals. */
function written(value: number): string {
	return String(Number(value.toPrecision(12)));
}

/** Characters that are used as a minus sign: the sign itself, hyphens and the en dash. */
const MINUS_SIGN = /^[-\u2010-\u2013−]$/u;
const EDGE = /^[\s([{"“„^]/u;

type Lead = { negative: boolean; unit: string; tokens: number };

/** The sign and currency before a number, not before the token `from`. */
function leadBefore(tokens: Token[], at: number, from: number): Lead {
	let start = at;
	let unit = "";
	const before = (back: number) => (start - back < from ? undefined : tokens[start - back]);
	if (/^\p{Sc}$/u.test(before(1)?.text ?? "")) {
		unit = currency(before(1)?.text ?? "");
		start -= 1;
		// "US$5"
		if (before(1)?.folded === "us") start -= 1;
	}
	const edge = before(2);
	if (MINUS_SIGN.test(before(1)?.text ?? "") && (!edge || EDGE.test(edge.text)))
		return { negative: true, unit, tokens: at - start + 1 };
	if (before(1)?.kind === "space" && MINUSES.has(edge?.folded ?? ""))
		return { negative: true, unit, tokens: at - start + 2 };
	return { negative: false, unit, tokens: at - start };
}

type UnitReading = { unit: string; end: number };

/** The unit after a number, including its denominator: "km/h". A currency may precede the number. */
function unitAfter(tokens: Token[], at: number, before: string): UnitReading {
	const first = before ? { unit: before, end: at } : unitAt(tokens, afterRank(tokens, at));
	if (!first) return { unit: "", end: afterRank(tokens, at) };
	const slash = tokens[first.end]?.text === "/" ? first.end + 1 : null;
	const per = wordAfter(tokens, first.end);
	const below = slash ?? (per && PERS.has(per.folded) ? per.end : null);
	const second = below === null ? null : unitAt(tokens, below);
	return second ? { unit: `${first.unit}/${second.unit}`, end: second.end } : first;
}

/** After the ending of a rank: "19th". "8 a.m." is none. */
function afterRank(tokens: Token[], at: number): number {
	const glued = tokens[at - 1]?.kind === "digits" && RANK_ENDINGS.has(tokens[at]?.folded ?? "");
	return glued && tokens[at + 1]?.text !== "." ? at + 1 : at;
}

function unitAt(tokens: Token[], at: number): UnitReading | null {
	const spaced = tokens[at]?.kind === "space" ? at + 1 : at;
	const sign = tokens[spaced]?.text ?? "";
	if (sign === "°") return degrees(tokens, spaced + 1);
	if (/^[%٪‰\p{Sc}]$/u.test(sign))
		return { unit: sign === "٪" ? "%" : currency(sign), end: spaced + 1 };
	const glued =
		tokens[at]?.kind === "word" ? { folded: tokens[at]?.folded ?? "", end: at + 1 } : null;
	// "1980s" and "1980er" are decades, whatever else the letters mean.
	if (glued && /0$/.test(tokens[at - 1]?.text ?? "") && /^(?:s|er)$/.test(glued.folded))
		return { unit: "decade", end: glued.end };
	const word = glued ?? wordAfter(tokens, at);
	return word ? namedUnit(tokens, word) : unspacedUnit(tokens, spaced);
}

function namedUnit(tokens: Token[], word: Word): UnitReading | null {
	const next = wordAfter(tokens, word.end);
	if (/^(?:degrees?|grad|grados?|graus?|degre\u0301s?|degres?)$/.test(word.folded))
		return degrees(tokens, word.end);
	if (/^(?:per|pour|por)$/.test(word.folded))
		return next && /^ci?ento?$/.test(next.folded) ? { unit: "%", end: next.end } : null;
	// "30 US dollars", "2 millions de dollars"
	if (next && /^(?:us|de)$/.test(word.folded)) return unitOf(next);
	const power = POWERS.get(word.folded);
	if (power) {
		const base = next && unitOf(next);
		return base && { ...base, unit: base.unit + power };
	}
	const unit = unitOf(word);
	const after = tokens[word.end];
	if (unit && after?.kind === "digits" && /^[23]$/.test(after.text))
		return { unit: unit.unit + after.text, end: word.end + 1 };
	const exponent = next && POWERS.get(next.folded);
	return unit && exponent ? { unit: unit.unit + exponent, end: next.end } : unit;
}

/** Also of "Quadratmeter" and "Kubikmeter". */
function unitOf({ folded, end }: Word): UnitReading | null {
	const [, power = "", base] = /^(quadrat|kubik)(.+)$/u.exec(folded) ?? [];
	const squared = base && UNITS.get(base);
	const unit = squared ? `${squared}${POWERS.get(power)}` : UNITS.get(folded);
	return unit === undefined ? null : { unit, end };
}

/** Longer than any unit in a script without spaces. */
const UNSPACED_UNIT_CHARS = 6;

/** The longest unit that the following characters begin with: "パーセント", "円". */
function unspacedUnit(tokens: Token[], at: number): UnitReading | null {
	for (let end = at + UNSPACED_UNIT_CHARS; end > at; end -= 1) {
		const text = tokens
			.slice(at, end)
			.map((it) => it.text)
			.join("");
		const unit = UNITS.get(foldText(text));
		if (unit) return { unit, end: Math.min(end, tokens.length) };
	}
	return null;
}

function degrees(tokens: Token[], at: number): UnitReading {
	const glued =
		tokens[at]?.kind === "word" ? { folded: tokens[at]?.folded ?? "", end: at + 1 } : null;
	const word = glued ?? wordAfter(tokens, at);
	const scale = /^(c|f|celsius|fahrenheit)$/.exec(word?.folded ?? "")?.[1];
	if (!word || !scale) return { unit: "°", end: at };
	return { unit: `°${scale[0]?.toUpperCase()}`, end: word.end };
}

function currency(sign: string): string {
	return sign === "￥" ? "¥" : sign;
}

/** Whether two readings have the same amounts in the same order. */
export function haveSameAmounts(a: AmountReading, b: AmountReading): boolean {
	return (
		a.amounts.length === b.amounts.length &&
		a.amounts.every(({ values, unit }, index) => {
			const other = b.amounts[index];
			return other !== undefined && unit === other.unit && String(values) === String(other.values);
		})
	);
}

/**
 * Whether each of the amounts occurs in the other reading, those of one unit in the same order,
 * because exchanging two of them changes a claim: "from 3 to 5".
 */
export function amountsWithin(some: AmountReading, all: AmountReading): boolean {
	const reached = new Map<string, number>();
	return some.amounts.every((amount) => {
		const kind = kindOf(amount);
		const from = reached.get(kind) ?? 0;
		const at = all.amounts.findIndex((it, index) => index >= from && mayBeSame(amount, it));
		reached.set(kind, at + 1);
		return at >= 0;
	});
}

/** A year often moves within a sentence, so it is not compared with other bare numbers. */
function kindOf({ values, unit }: Amount): string {
	return unit === "" && /^(?:1\d|20)\d\d$/.test(values[0] ?? "") ? "year" : unit;
}

function mayBeSame(a: Amount, b: Amount): boolean {
	const same_unit = a.unit === b.unit || isPound(a.unit, b.unit) || isPound(b.unit, a.unit);
	return same_unit && a.values.some((value) => b.values.includes(value));
}

/** The word pound may mean either. */
function isPound(word: string, unit: string): boolean {
	return word === "pound" && (unit === "£" || unit === "lb");
}
