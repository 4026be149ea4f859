import { foldText } from "#text/fold.ts";
import { normalizeText } from "#text/normalize.ts";
import { UNSPACED } from "#text/scripts.ts";
import { MULTIPLIERS, ONES, POINTS, VALUES } from "./amount-words.ts";

const DIGITS = "\\p{Nd}+(?:[.,'’٫٬]\\p{Nd}+)*";
const HAN = "[〇零一二三四五六七八九十百千万萬億亿兆]+";
const TOKEN = new RegExp(
	`(${DIGITS})|(${HAN})|((?:(?![${UNSPACED}])[\\p{L}\\p{M}])+)|(\\s+)|(.)`,
	"gsu",
);
type Kind = "digits" | "han" | "word" | "space" | "sign";
export type Token = { kind: Kind; text: string; folded: string };

/** Superscripts after a digit, with their sign: the "⁻⁵" of "10⁻⁵". */
const EXPONENT = /(?<=\p{Nd})[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+/gu;
/** Another digit that is no part of the number before it: the "½" of "1½". */
const APART = /(?<=\p{Nd})(?=\p{No})/gu;

/**
 * The tokens of a text; joined they are the text in compatibility form, in which "10⁵" is
 * "10^5" and "1½" is "1 1⁄2", not 105 and 11⁄2.
 */
export function tokenize(source: string): Token[] {
	const parted = source.replace(EXPONENT, "^$&").replace(APART, " ");
	const text = normalizeText(parted, "NFKC");
	return Array.from(
		text.matchAll(TOKEN),
		([token, digits, han, word, space]) => {
			if (word !== undefined)
				return { kind: "word", text: token, folded: foldText(word) };
			const kind =
				(digits && "digits") || (han && "han") || (space && "space") || "sign";
			return { kind, text: token, folded: "" } as Token;
		},
	);
}

/** A number of a text, and the token after it. */
type NumberReading = {
	value: number | string;
	end: number;
	ambiguous?: boolean;
	grouped?: boolean;
};

/** The number that begins with this token, or null. */
export function numberAt(tokens: Token[], at: number): NumberReading | null {
	const token = tokens[at];
	if (token?.kind === "digits") return digitsAt(tokens, at, token.text);
	if (token?.kind === "han")
		return token.text === "一"
			? null
			: { value: hanValue(token.text), end: at + 1 };
	return token?.kind === "word" ? spokenAt(tokens, at) : null;
}

/** A number in digits, with the multiplier after it: "3.8 million", "20k", "330万". */
function digitsAt(tokens: Token[], at: number, text: string): NumberReading {
	const digits = western(text);
	const { end, groups } = spacedGroups(tokens, at, digits);
	const read = groups
		? { value: digits + groups, grouped: true }
		: oneForm(digits);
	const next = tokens[end];
	if (next?.kind === "han" && /^[十百千万萬億亿兆]+$/u.test(next.text))
		return { value: Number(read.value) * hanValue(next.text), end: end + 1 };
	const factor = multiplierAfter(tokens, end, at);
	if (factor === null) return { ...read, end };
	return { value: Number(read.value) * factor.by, end: factor.end };
}

function multiplierAfter(
	tokens: Token[],
	end: number,
	start: number,
): { by: number; end: number } | null {
	const glued = tokens[end]?.folded ?? "";
	if (glued === "k") return { by: 1e3, end: end + 1 };
	if (glued === "bn") return { by: 1e9, end: end + 1 };
	const money = /\p{Sc}/u.test(tokens[start - 1]?.text ?? "");
	if (money && glued === "m") return { by: 1e6, end: end + 1 };
	let by = 1;
	let last = end;
	for (;;) {
		const word = wordAfter(tokens, last);
		const factor = word && MULTIPLIERS.get(word.folded);
		if (!word || factor === undefined || factor === null) break;
		by *= factor;
		last = word.end;
	}
	return last === end ? null : { by, end: last };
}

/** The number that starts with this word: "twenty-five", "a hundred and ten thousand". */
function spokenAt(tokens: Token[], at: number): NumberReading | null {
	const sum = { total: 0, current: 0, begun: false };
	let word: NextWord | null = { folded: tokens[at]?.folded ?? "", end: at + 1 };
	if (!beginsNumber(tokens, at, word.folded)) return null;
	let end = at;
	while (word !== null && addWord(sum, word.folded)) {
		end = word.end;
		word = wordAfter(tokens, end);
		if (word?.folded === "and" && sum.total + sum.current >= 100) {
			const following = wordAfter(tokens, word.end);
			word = following && VALUES.has(following.folded) ? following : null;
		}
	}
	const whole = sum.total + sum.current;
	const decimals = spokenDecimals(tokens, end);
	if (decimals === null) return { value: whole, end };
	return { value: `${whole}.${decimals.digits}`, end: decimals.end };
}

/** "a" begins a number only before a multiplier: "a hundred". */
function beginsNumber(tokens: Token[], at: number, first: string): boolean {
	const next = wordAfter(tokens, at + 1);
	return (
		VALUES.has(first) ||
		(ONES.has(first) && next !== null && MULTIPLIERS.has(next.folded))
	);
}

/** `current` is below a thousand until a multiplier moves it to `total`. */
type Sum = { total: number; current: number; begun: boolean };

/** Adds the word's value to the number; false if it belongs to the next one. */
function addWord(sum: Sum, word: string): boolean {
	const factor = MULTIPLIERS.get(word);
	if (factor !== undefined) {
		if (!sum.begun) return false;
		if (factor === 100) sum.current *= 100;
		else {
			sum.total += (sum.current || 1) * factor;
			sum.current = 0;
		}
		return true;
	}
	const value = VALUES.get(word) ?? (sum.begun ? undefined : ONES.get(word));
	if (value === undefined || (sum.begun && !continues(sum, value)))
		return false;
	sum.current += value;
	sum.begun = true;
	return true;
}

/** Whether a number goes on with this value: five after twenty, not five after five. */
function continues({ current, total }: Sum, value: number): boolean {
	if (value === 0) return false;
	if (current === 0) return total > 0;
	if (value < 10) return current % 10 === 0 && current % 100 !== 10;
	return current % 100 === 0;
}

/** "three point one four". */
function spokenDecimals(
	tokens: Token[],
	at: number,
): { digits: string; end: number } | null {
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

type NextWord = { folded: string; end: number };

/** The word after one space or hyphen, if that is what comes next. */
export function wordAfter(tokens: Token[], at: number): NextWord | null {
	const gap = tokens[at];
	const word = tokens[at + 1];
	const joined = gap?.kind === "space" || gap?.text === "-";
	if (!joined || word?.kind !== "word") return null;
	return { folded: word.folded, end: at + 2 };
}

/** Three digits after each space part thousands: "10 100". */
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

/** Digits of any script as 0 to 9. */
function western(text: string): string {
	return text
		.replace(/٫/g, ".")
		.replace(/٬/g, ",")
		.replace(/(?![0-9])\p{Nd}/gu, (digit) => {
			const code = digit.codePointAt(0) ?? 0;
			let zero = code;
			while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1)))
				zero -= 1;
			return String(code - zero);
		});
}

/** One mark before anything but three digits parts decimals; all others part thousands. */
function oneForm(digits: string): {
	value: string;
	ambiguous?: boolean;
	grouped?: boolean;
} {
	const [whole = "", ...rest] = digits.split(/[.,'’]/);
	const [first = ""] = rest;
	if (rest.length === 0) return { value: whole.replace(/^0+(?=\d)/, "") };
	if (rest.length === 1 && (first.length !== 3 || /^0/.test(whole)))
		return { value: `${whole}.${first}` };
	const ambiguous = rest.length === 1 && digits.includes(".");
	return { value: [whole, ...rest].join(""), ambiguous, grouped: !ambiguous };
}

const HAN_DIGITS = "〇一二三四五六七八九";
const HAN_UNITS: Record<string, number> = { 十: 10, 百: 100, 千: 1000 };
const HAN_GROUPS: Record<string, number> = {
	...{ 万: 1e4, 萬: 1e4, 億: 1e8, 亿: 1e8, 兆: 1e12 },
};

/** 三百三十 is 330, 二〇二四 is 2024. */
function hanValue(text: string): number {
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
	return digits.length === [...text].length
		? Number(digits)
		: total + group + digit;
}
