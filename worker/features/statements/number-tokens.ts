import { normalizeText } from "#text/clean.ts";
import { foldText } from "#text/fold.ts";
import { UNSPACED } from "#text/scripts.ts";

/** A point may stand before the digits: ".5" is 0.5. */
const DIGITS = "(?:(?<![\\p{L}\\p{M}\\p{Nd}.,])\\.)?\\p{Nd}+(?:[.,'’٫٬]\\p{Nd}+)*";
const HAN = "[〇零一二三四五六七八九十百千万萬億亿兆]+";
const TOKEN = new RegExp(
	`(${DIGITS})|(${HAN})|((?:(?![${UNSPACED}])[\\p{L}\\p{M}])+)|(\\s+)|(.)`,
	"gsu",
);
type Kind = "digits" | "han" | "word" | "space" | "sign";
export type Token = { kind: Kind; text: string; folded: string };

/** Superscript digits after a digit, with their sign: "⁻⁵" in "10⁻⁵". */
const EXPONENT = /(?<=\p{Nd})[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+/gu;
/** The boundary before a numeric character that is not a digit of the same number: "½" in "1½". */
const APART = /(?<=\p{Nd})(?=\p{No})/gu;

/** "d'euros" names the unit like "de euros". */
const ELIDED = /(?<![\p{L}\p{M}])(d)['’](?=\p{L})/giu;
/** "à l'heure" means "per hour". */
const HOURLY = /(?<=à\s)l['’](?=heure)/giu;

/**
 * Splits a text into tokens, which concatenated give the text in compatibility form. "10⁵"
 * becomes "10^5" and "1½" becomes "1 1⁄2", instead of 105 and 11⁄2.
 */
export function tokenize(source: string): Token[] {
	const parted = source
		.replace(EXPONENT, "^$&")
		.replace(APART, " ")
		.replace(ELIDED, "$1e ")
		.replace(HOURLY, "");
	const text = normalizeText(parted, "NFKC");
	return Array.from(text.matchAll(TOKEN), ([token, digits, han, word, space]) => {
		if (word !== undefined) return { kind: "word", text: token, folded: foldText(word) };
		const kind = (digits && "digits") || (han && "han") || (space && "space") || "sign";
		return { kind, text: token, folded: "" } as Token;
	});
}

/** The next word, if one space or hyphen precedes it. */
export function wordAfter(tokens: Token[], at: number): NextWord | null {
	const gap = tokens[at];
	const word = tokens[at + 1];
	const joined = gap?.kind === "space" || gap?.text === "-";
	if (!joined || word?.kind !== "word") return null;
	return { folded: word.folded, end: at + 2 };
}

/** `end` is the index of the token after the word. */
export type NextWord = { folded: string; end: number };

/** A number in digits, with its separators in canonical form. */
export function readDigits(
	tokens: Token[],
	at: number,
): { value: string; end: number; ambiguous: boolean; grouped: boolean } {
	const digits = western(tokens[at]?.text ?? "");
	const { end, groups } = spacedGroups(tokens, at, digits);
	return groups
		? { value: digits + groups, end, ambiguous: false, grouped: true }
		: { ...oneForm(digits), end };
}

/** Groups of three digits separated by spaces: "10 100". */
function spacedGroups(
	tokens: Token[],
	at: number,
	digits: string,
): { end: number; groups: string } {
	let groups = "";
	let end = at + 1;
	if (!/^\d{1,3}$/.test(digits)) return { end, groups };
	while (
		/^[ \u00a0\u202f]$/u.test(tokens[end]?.text ?? "") &&
		tokens[end + 1]?.kind === "digits" &&
		/^\p{Nd}{3}$/u.test(tokens[end + 1]?.text ?? "")
	) {
		groups += western(tokens[end + 1]?.text ?? "");
		end += 2;
	}
	return { end, groups };
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

/**
 * Normalises separators. A single mark is a decimal point unless exactly three digits follow; all
 * other marks separate thousands.
 */
function oneForm(digits: string): { value: string; ambiguous: boolean; grouped: boolean } {
	const sure = { ambiguous: false, grouped: false };
	const [whole = "", ...rest] = digits.split(/[.,'’]/);
	const [first = ""] = rest;
	if (rest.length === 0) return { ...sure, value: whole.replace(/^0+(?=\d)/, "") };
	if (rest.length === 1 && (first.length !== 3 || /^(?:0|$)/.test(whole)))
		return { ...sure, value: `${whole || 0}.${first}` };
	const ambiguous = rest.length === 1 && digits.includes(".");
	return { value: [whole, ...rest].join(""), ambiguous, grouped: !ambiguous };
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
