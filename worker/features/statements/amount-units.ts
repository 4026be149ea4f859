import { foldText } from "#text/fold.ts";
import {
	BOUNDS,
	DECADE_WORDS,
	DECADES,
	MINUSES,
	ORDINAL_SUFFIXES,
	PERS,
	POWERS,
	UNITS,
} from "./amount-words.ts";
import { type NextWord, type Token, wordAfter } from "./number-tokens.ts";

/** The unit of a rank, and of the denominator of a fraction. */
export const RANK = "th";
export const DECADE = "decade";
/** A pound of money or of weight, as long as nothing in the text says which. */
export const POUND = "pound";

/** What precedes a number, and the number of tokens that it uses. */
type Lead = { negative: boolean; unit: string; bound: string; tokens: number };

/** Characters that are used as a minus sign: the sign itself, hyphens and the en dash. */
const MINUS_SIGN = /^[-\u2010-\u2013−]$/u;

/** The limit, sign and currency before a number: "more than -5", "under $3". */
export function readLead(tokens: Token[], at: number): Lead {
	const signed = signOrCurrency(tokens, at);
	const bound = boundBefore(tokens, at - signed.tokens);
	return { ...signed, bound: bound?.bound ?? "", tokens: signed.tokens + (bound?.tokens ?? 0) };
}

function signOrCurrency(tokens: Token[], at: number): Omit<Lead, "bound"> {
	let from = at;
	let unit = "";
	if (/^\p{Sc}$/u.test(tokens[from - 1]?.text ?? "")) {
		from -= 1;
		unit = currency(tokens[from]?.text ?? "");
		// "US$5"
		if (tokens[from - 1]?.folded === "us") from -= 1;
	}
	const sign = tokens[from - 1]?.text ?? "";
	const edge = tokens[from - 2];
	if (MINUS_SIGN.test(sign) && (!edge || /^[\s([{"“„^]/u.test(edge.text)))
		return { negative: true, unit, tokens: at - from + 1 };
	if (tokens[from - 1]?.kind === "space" && MINUSES.has(edge?.folded ?? ""))
		return { negative: true, unit, tokens: at - from + 2 };
	return { negative: false, unit, tokens: at - from };
}

/** One or two words that make the number a limit: "over", "at least". */
function boundBefore(tokens: Token[], at: number): { bound: string; tokens: number } | null {
	if (tokens[at - 1]?.kind !== "space") return null;
	const near = tokens[at - 2]?.folded ?? "";
	const far = tokens[at - 3]?.kind === "space" ? tokens[at - 4]?.folded : "";
	const phrase = BOUNDS.get(`${far} ${near}`);
	if (phrase !== undefined) return { bound: phrase, tokens: 4 };
	const single = BOUNDS.get(near);
	return single === undefined ? null : { bound: single, tokens: 2 };
}

/** A unit, and the index of the token after it. */
export type UnitReading = { unit: string; end: number };

/** The unit after a number, including its denominator: "km/h". A currency may precede the number. */
export function unitAfter(tokens: Token[], at: number, before: string): UnitReading {
	const single = before ? { unit: before, end: at } : oneUnitAfter(tokens, at);
	if (!single) return { unit: "", end: at };
	const slash = tokens[single.end]?.text === "/";
	const per = slash ? null : wordAfter(tokens, single.end);
	if (!slash && !(per && PERS.has(per.folded))) return single;
	const second = slash
		? namedUnit(tokens, single.end + 1)
		: oneUnitAfter(tokens, per?.end ?? single.end);
	if (!second) return single;
	return { unit: `${single.unit}/${second.unit}`, end: second.end };
}

export function oneUnitAfter(tokens: Token[], at: number): UnitReading | null {
	const spaced = tokens[at]?.kind === "space" ? at + 1 : at;
	const sign = tokens[spaced]?.text ?? "";
	if (sign === "°") return degrees(tokens, spaced + 1);
	if (/^[%٪‰\p{Sc}]$/u.test(sign))
		return { unit: sign === "٪" ? "%" : currency(sign), end: spaced + 1 };
	return suffixAfter(tokens, at) ?? halfOfDay(tokens, at) ?? namedUnit(tokens, at);
}

/** Directly after digits: "1990s", "1990er", "19th". */
function suffixAfter(tokens: Token[], at: number): UnitReading | null {
	if (tokens[at - 1]?.kind !== "digits") return null;
	const apostrophe = /^['’]$/u.test(tokens[at]?.text ?? "") ? at + 1 : at;
	const glued = tokens[apostrophe]?.folded ?? "";
	const decade = /^\p{Nd}+0$/u.test(tokens[at - 1]?.text ?? "");
	if (decade && (glued === "s" || (glued === "er" && apostrophe === at)))
		return { unit: DECADE, end: afterYears(tokens, apostrophe + 1) };
	if (isGermanRank(tokens, at)) return { unit: RANK, end: at + 1 };
	if (apostrophe !== at || !ORDINAL_SUFFIXES.has(glued)) return null;
	// "8 a.m." without its space
	if (tokens[at + 1]?.text === ".") return null;
	return { unit: RANK, end: at + 1 };
}

/** German ranks have a full stop: "19. Jahrhundert". */
function isGermanRank(tokens: Token[], at: number): boolean {
	const word = tokens[at]?.text === "." ? wordAfter(tokens, at + 1) : null;
	return word?.folded.startsWith("jahrhundert") ?? false;
}

/** After the "Jahre" of "1980er Jahre". */
function afterYears(tokens: Token[], at: number): number {
	const word = wordAfter(tokens, at);
	return word?.folded.startsWith("jahre") ? word.end : at;
}

/** "a.m." or "pm", which decide the time of day. */
function halfOfDay(tokens: Token[], at: number): UnitReading | null {
	const from = tokens[at]?.kind === "space" ? at + 1 : at;
	const word = tokens[from]?.folded ?? "";
	const [dot, m, last] = tokens.slice(from + 1, from + 4);
	if (/^[ap]$/.test(word) && dot?.text === "." && m?.folded === "m")
		return { unit: `${word}m`, end: from + (last?.text === "." ? 4 : 3) };
	if (!/^[ap]m$/.test(word)) return null;
	// German "am" precedes a noun, as in "um 5 am Montag".
	const next = tokens[from + 2]?.text ?? "";
	return word === "am" && /^\p{Lu}\p{Ll}/u.test(next) ? null : { unit: word, end: from + 1 };
}

/** A unit named by a word: "kilometres", "square miles", "US dollars". */
function namedUnit(tokens: Token[], at: number): UnitReading | null {
	const word = gluedOrNext(tokens, at);
	if (!word) return null;
	if (/^(?:degrees?|grad|grados?|graus?|degres?)$/.test(plain(word.folded)))
		return degrees(tokens, word.end);
	if (/^(?:per|pour|por)$/.test(word.folded)) {
		const cent = wordAfter(tokens, word.end);
		const percent = cent && /^(?:cent|cento|ciento)$/.test(cent.folded);
		return percent ? { unit: "%", end: cent.end } : null;
	}
	if (LINKS.has(word.folded)) {
		const next = wordAfter(tokens, word.end);
		const unit = next && UNITS.get(next.folded);
		return unit ? { unit, end: next.end } : null;
	}
	const power = POWERS.get(word.folded);
	const base = power ? wordAfter(tokens, word.end) : word;
	const unit = base && compoundUnit(base.folded);
	return unit ? raised(tokens, unit, power, base.end) : null;
}

/** Words between a number and its unit: "30 US dollars", "2 millions d'euros". */
const LINKS = new Set(["us", "de"]);

/** A unit's canonical name, also of "Quadratmeter" and "Kubikmeter". */
function compoundUnit(word: string): string | undefined {
	const [, power = "", base] = /^(quadrat|kubik)(.+)$/u.exec(word) ?? [];
	const unit = base && UNITS.get(base);
	return unit ? unit + POWERS.get(power) : UNITS.get(word);
}

/** The unit with the exponent before or after it: "square km", "km²", "mètres carrés". */
function raised(
	tokens: Token[],
	unit: string,
	before: number | undefined,
	end: number,
): UnitReading {
	if (before) return { unit: unit + before, end };
	const glued = tokens[end];
	if (glued?.kind === "digits" && /^[23]$/.test(glued.text))
		return { unit: unit + glued.text, end: end + 1 };
	const word = wordAfter(tokens, end);
	const after = word && POWERS.get(word.folded);
	return after ? { unit: unit + after, end: word.end } : { unit, end };
}

/** The next word, if it follows directly or after one space or hyphen. */
function gluedOrNext(tokens: Token[], at: number): NextWord | null {
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

function plain(folded: string): string {
	return folded.replace(/\p{M}/gu, "");
}

/** The decade that a word or a number before the token names: "eighties", "années 80". */
export function decadeAt(tokens: Token[], at: number): { value: number; end: number } | null {
	const value = DECADES.get(tokens[at]?.folded ?? "");
	return value === undefined ? null : { value, end: afterYears(tokens, at + 1) };
}

/** Whether the words before a number make it a decade: "los años 80", "la década de 1980". */
export function isLedAsDecade(tokens: Token[], at: number): boolean {
	const [near, far] = [tokens[at - 2]?.folded, tokens[at - 4]?.folded];
	return DECADE_WORDS.has(near ?? "") || (near === "de" && far === foldText("década"));
}

const MONEY =
	/[$€£¥]|\b(?:cost|price|pa(?:y|id)\b|worth|sp(?:end|ent)|s(?:ell|old)\b|b(?:uy|ought)\b|earn|salar|wage|fund|budget|debt|tax|fee|loan|bank|sterling|money|profit|revenue|(?:b|m)illions?|kost|preis|zahl|geld|cuesta|costó|precio|coûte|prix)/iu;
const WEIGHT =
	/\b(?:weigh|heav|lighter|mass\b|body|baby|ounces?|lbs?\b|kilos?|kg\b|wieg|wog|schwer|peso\b|pesa|pèse|poids)/iu;

/** Whether pounds are money or weight in a text; null if it does not say. */
export function meaningOfPounds(text: string): "£" | "lb" | null {
	const money = MONEY.test(text);
	return money === WEIGHT.test(text) ? null : money ? "£" : "lb";
}
