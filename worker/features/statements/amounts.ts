import { foldText } from "#text/fold.ts";
import {
	MINUSES,
	ONES,
	PERS,
	POWERS,
	RANGES,
	RANK_ENDINGS,
	RATIOS,
	SCALE_OF,
	UNITS,
} from "./amount-words.ts";
import {
	digitValues,
	halfOf,
	hanValue,
	multiplierAfter,
	spokenNumber,
	type Token,
	tokenize,
	type Word,
	withDecimals,
	withHalf,
	wordAfter,
} from "./number-words.ts";

/** A number with its sign and unit in canonical form. */
export type Amount = {
	/** For example "-5" or "3.8". Two readings if a point may separate thousands: "1.300". */
	values: readonly string[];
	/** For example "%", "$", "km" or "km/h"; "" if there is no known unit. */
	unit: string;
	/** The unit of the amount with which it forms a range: "%" of ten in "ten to twenty percent". */
	shared?: string | undefined;
	/** With the multiplier of that amount: 60000 of sixty in "sixty to seventy thousand". */
	multiplied?: string | undefined;
};

/** The amounts of a text in order, and its remaining words. */
export type AmountReading = {
	amounts: Amount[];
	/** With what words only imply: one in "a metre", two in "twice", a half in "half of them". */
	implied: Amount[];
	rest: string;
};

/**
 * Reads the amounts of a text: "1,300" and "1 300" are 1300, "twenty thousand kilometres" is
 * 20000 km, "-5 %" is -5 %, "३०" and "三十" are 30.
 */
export function readAmounts(text: string): AmountReading {
	const tokens = tokenize(text);
	const amounts: Amount[] = [];
	const implied: Amount[] = [];
	const rest: string[] = [];
	let at = 0;
	let read = 0;
	while (at < tokens.length) {
		const number = numberAt(tokens, at);
		if (number === null) {
			implied.push(...impliedAt(tokens, at));
			rest.push(tokens[at]?.text ?? "");
			at += 1;
			continue;
		}
		const lead = leadBefore(tokens, at, read);
		const { unit, end } = unitAfter(tokens, number.end, lead.unit);
		const sign = lead.negative ? "-" : "";
		const amount: Amount = { values: number.values.map((value) => sign + value), unit };
		const last = amounts.at(-1);
		if (last && isRange(tokens.slice(read, at - lead.tokens))) shareUnit(last, amount);
		amounts.push(amount);
		implied.push(amount);
		rest.splice(rest.length - lead.tokens, lead.tokens, " ");
		at = end;
		read = end;
	}
	return { amounts, implied, rest: rest.join("") };
}

/** Whether only a dash or a word for a range is between two amounts. */
function isRange(between: Token[]): boolean {
	const [only, ...others] = between.filter(({ kind }) => kind !== "space");
	if (only === undefined || others.length > 0) return false;
	return RANGES.has(only.folded) || /^[-–—]$/.test(only.text);
}

function shareUnit(first: Amount, second: Amount): void {
	first.multiplied = multiplyLike(first, second);
	if (first.unit === "") first.shared = second.unit;
	else if (second.unit === "" && isCurrency(first.unit)) second.shared = first.unit;
}

const MULTIPLES = [1e12, 1e9, 1e6, 1e3];

function multiplyLike(first: Amount, second: Amount): string | undefined {
	const [small, large] = [Number(first.values[0]), Number(second.values[0])];
	const by = MULTIPLES.find((it) => large >= it && large % it === 0);
	return by === undefined || small >= 1_000 ? undefined : written(small * by);
}

/** What a word that is no number implies. */
function impliedAt(tokens: Token[], at: number): Amount[] {
	const word = tokens[at]?.folded ?? "";
	if (ONES.has(word)) return [{ values: ["1"], unit: unitAt(tokens, at + 1)?.unit ?? "" }];
	const ratio = RATIOS.get(word);
	if (ratio === undefined) return [];
	const values = [written(ratio)];
	const article = wordAfter(tokens, at + 1);
	const of = article && ONES.has(article.folded) ? article.end : at + 1;
	// "half an hour"
	const unit = unitAt(tokens, of)?.unit ?? "";
	return [{ values, unit: "×" }, ...(unit === "" ? [] : [{ values, unit }])];
}

type NumberReading = { values: string[]; end: number };

function numberAt(tokens: Token[], at: number): NumberReading | null {
	const token = tokens[at];
	if (token?.kind === "han")
		return token.text === "一" ? null : { values: [written(hanValue(token.text))], end: at + 1 };
	if (token?.kind === "word") {
		const spoken = halfOf(tokens, at) ?? spokenNumber(tokens, at);
		const number = spoken && withRest(tokens, spoken);
		return number && { values: [written(number.value)], end: number.end };
	}
	if (token?.kind !== "digits") return null;
	const money = /\p{Sc}/u.test(tokens[at - 1]?.text ?? "");
	const { by, end } = multiplierAfter(tokens, at + 1, money);
	const values = digitValues(token.text);
	const [value = ""] = values;
	const half = by === 1 ? withHalf(tokens, Number(value), end) : null;
	if (half) return { values: [written(half.value)], end: half.end };
	return { values: by === 1 ? values : values.map((it) => written(Number(it) * by)), end };
}

function withRest(tokens: Token[], number: { value: number; end: number }) {
	const { value, end } = number;
	return withHalf(tokens, value, end) ?? withDecimals(tokens, value, end) ?? number;
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
	// "the nineteen eighties"
	if (/ties$/.test(tokens[at - 1]?.folded ?? "")) return { unit: "decade", end: at };
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
 * Whether each of the amounts occurs in the other reading, or is implied there, those of one unit in
 * the same order, because exchanging two of them changes a claim: "from 3 to 5". `isSaid`: whether a
 * currency is named elsewhere, which may be left out beside its amount.
 */
export function amountsWithin(
	some: AmountReading,
	all: AmountReading,
	isSaid: (currency: string) => boolean = () => false,
): boolean {
	const isKnown = (unit: string) =>
		isCurrency(unit) && (isSaid(unit) || all.amounts.some((it) => it.unit === unit));
	const reached = new Map<string, number>();
	return some.amounts.every((amount) => {
		const kind = kindOf(amount);
		const from = reached.get(kind) ?? 0;
		const at = all.implied.findIndex(
			(it, index) => index >= from && mayBeSame(amount, it, isKnown),
		);
		reached.set(kind, at + 1);
		return at >= 0;
	});
}

/** A year often moves within a sentence, so it is not compared with other bare numbers. */
function kindOf({ values, unit }: Amount): string {
	return unit === "" && /^(?:1\d|20)\d\d$/.test(values[0] ?? "") ? "year" : unit;
}

function mayBeSame(a: Amount, b: Amount, isKnown: (unit: string) => boolean): boolean {
	const values = b.multiplied === undefined ? b.values : [...b.values, b.multiplied];
	const own_values = a.multiplied === undefined ? a.values : [...a.values, a.multiplied];
	return [b.unit, b.shared ?? b.unit].some((unit) =>
		[a.unit, a.shared ?? a.unit].some((own) => {
			if (own === unit || isLeftOut(own, unit, isKnown))
				return own_values.some((value) => values.includes(value) || isDecade(unit, value, values));
			return isConverted(a, own, b, unit);
		}),
	);
}

/** Whether one side may leave out the other's unit, which does not change the amount. */
function isLeftOut(own: string, unit: string, isKnown: (unit: string) => boolean): boolean {
	if (isPound(own, unit) || isPound(unit, own)) return true;
	if (own === "") return unit === "×" || isCurrency(unit);
	return unit === "" && (own === "×" || isKnown(own));
}

/** "the eighties" and "the 1980s". */
function isDecade(unit: string, value: string, others: readonly string[]): boolean {
	if (unit !== "decade") return false;
	return others.some((other) => value.slice(-2) === other && value.length === 4);
}

/** "two decades" and "20 years", "half" and "50 %". */
function isConverted(a: Amount, own: string, b: Amount, unit: string): boolean {
	const [from, to] = [SCALE_OF.get(own), SCALE_OF.get(unit)];
	if (from === undefined || to === undefined || from.measure !== to.measure) return false;
	return a.values.some((value) =>
		b.values.some(
			(other) => written(Number(value) * from.factor) === written(Number(other) * to.factor),
		),
	);
}

function isCurrency(unit: string): boolean {
	return /\p{Sc}$/u.test(unit);
}

/** The word pound may mean either. */
function isPound(word: string, unit: string): boolean {
	return word === "pound" && (unit === "£" || unit === "lb");
}
