/**
 * How raised and lowered text reads in a line. Readers of HTML, PubMed and PDF mark it with the
 * characters below, which no text contains (Unicode noncharacters), and `resolveShifted` writes it
 * as a reader would type it.
 */

export const RAISED = "\ufdd1";
export const LOWERED = "\ufdd2";
/** After RAISED: the text is a link, or its markup says that it refers to a note. */
export const NOTE = "\ufdd3";
export const SHIFT_END = "\ufdd4";

/** A longer text is no sign, exponent or index. */
const MAX_SHIFTED_CHARS = 100;
const SHIFTED = new RegExp(
	`([${RAISED}${LOWERED}])(${NOTE}?)([^\\ufdd0-\\ufdd6]{0,${MAX_SHIFTED_CHARS}})${SHIFT_END}`,
	"g",
);
const LEFT_MARKS = /[\ufdd1-\ufdd4]/g;
/** What is known of the text on either side. */
const SIGHT = 40;

type Shifted = {
	content: string;
	/** Whether it is known to refer to a note. */
	note: boolean;
	/** The line's text so far, and what follows. */
	before: string;
	after: string;
	/** BCP 47 primary language; "" if it is not known. */
	language: string;
};

/** `glued`: the space before it goes. */
type Reading = { text: string; glued?: boolean; taken?: number };

/** Writes marked text in one line. Linear: each mark is resolved with a bounded surrounding. */
export function resolveShifted(marked: string, language: string | null): string {
	if (!marked.includes(SHIFT_END)) return marked.replace(LEFT_MARKS, "");
	const primary = language?.split("-")[0]?.toLowerCase() ?? "";
	const written: string[] = [];
	let at = 0;
	for (const { 0: whole, 1: mark, 2: note, 3: raw = "", index } of marked.matchAll(SHIFTED)) {
		if (index < at) continue;
		if (index > at) written.push(marked.slice(at, index));
		at = index + whole.length;
		const content = raw.trim();
		const space = spaceAfter(raw);
		if (COMMON_SIGN.test(content)) {
			written.push(space);
			continue;
		}
		const before = tailOf(written);
		const shifted: Shifted = {
			content,
			note: note !== "",
			before: lastLine(before),
			after: marked.slice(at, at + SIGHT),
			language: primary,
		};
		const { text, glued, taken = 0 } = mark === RAISED ? raised(shifted) : lowered(shifted);
		if (glued && before.endsWith(" ")) written.push(written.pop()?.slice(0, -1) ?? "");
		written.push(text + space);
		at += taken;
	}
	written.push(marked.slice(at));
	return written.join("").replace(LEFT_MARKS, "");
}

/** A space before the end of a raised text stands before the next word. */
function spaceAfter(raw: string): string {
	return /\s$/.test(raw) ? " " : "";
}

/** Most signs are of this kind, which needs no surroundings. */
const COMMON_SIGN = /^\[\d{1,3}\]$/;

/** The last characters that were written. */
function tailOf(written: readonly string[]): string {
	let tail = "";
	for (let at = written.length - 1; at >= 0 && tail.length < SIGHT; at -= 1)
		tail = (written[at] ?? "").slice(-SIGHT) + tail;
	return tail.replace(LEFT_MARKS, "").slice(-SIGHT);
}

/** What stands before in the same line or cell. */
function lastLine(text: string): string {
	return text.slice(text.search(/[^\n\t\ufdd0\ufdd5\ufdd6]*$/));
}

/** One footnote sign, and a list or range of them. */
const SYMBOLS = "[*\u2217\u204e†‡§¶‖#]{1,4}";
const SIGN = `(?:\\p{Nd}{1,3}\\p{Ll}?|\\p{L}|[ivx]{2,5}|${SYMBOLS})`;
const AND = "\\s?[,;،、，–—‒-]\\s?|\\s";
const SIGNS = new RegExp(`^${SIGN}(?:(?:${AND})${SIGN}){0,30}[,;]?$`, "u");
const SYMBOL_SIGNS = new RegExp(`^(?=.*${SYMBOLS})${SIGN}(?:(?:${AND})?${SIGN}){0,30}$`, "u");
const NUMBER_LIST = new RegExp(`^\\p{Nd}{1,3}(?:(?:${AND})\\p{Nd}{1,3}){1,30}[,;]?$`, "u");
const LETTER_LIST = new RegExp(`^\\p{L}(?:(?:${AND})\\p{L}){1,30}$`, "u");
/** "note 1", "nb 2", "lower-alpha 3", "注 1" */
const NAMED_SIGN = /^[\p{L}-]{1,14}\.?\s?\p{Nd}{1,3}$/u;
const NAMES_A_NOTE = /^(?:n|nb|note|notes|nota|anm|fn|прим|注|註|주|メモ)\.?\s?\p{Nd}/iu;

const GONE: Reading = { text: "" };
const LETTER_END = /\p{L}\p{M}*$/u;
const DIGIT_END = /\p{Nd}$/u;

/** How the kinds of raised text read, by what they contain. The first that fits decides. */
const KINDS: readonly [RegExp, (shifted: Shifted) => Reading][] = [
	[/^\p{Nd}{1,4}$/u, bareNumber],
	[/^[-+\u2010-\u2013\u2212]\p{Nd}+(?:[.,]\p{Nd}+)?$/u, exponent],
	[SYMBOL_SIGNS, (it) => (isVariable(it.before) ? power(it) : GONE)],
	[NUMBER_LIST, numberList],
	[LETTER_LIST, (it) => (/\S$/u.test(it.before) ? GONE : { text: it.content })],
	[/^\p{L}$/u, singleLetter],
	// "1<sup>st</sup>", "M<sup>me</sup>", "™"
	[/^[\p{L}\p{M}.]+$/u, severalLetters],
];

function raised(shifted: Shifted): Reading {
	const { content, note } = shifted;
	const inner = BRACKETED.exec(content);
	if (inner) return bracketed(shifted, inner[2]?.trim() ?? "", inner[1] !== undefined);
	if (SEVERAL_BRACKETED.test(content)) return allBracketed(shifted);
	const fraction = fractionOf(shifted);
	if (fraction) return fraction;
	const is_word = /^\p{Nd}*\p{L}{2,}\.?$/u.test(content);
	if (note && !is_word && (SIGNS.test(content) || content.length <= 12)) return GONE;
	return KINDS.find(([kind]) => kind.test(content))?.[1](shifted) ?? otherRaised(shifted);
}

const BRACKETED = /^(?:(\()|[[［【〔])([^[\]［］【】〔〕]*)[)\]］】〕]$/su;
const SEVERAL_BRACKETED = /^(?:\[[^[\]]{1,20}\][\s,;]*){2,}$/u;

/** "[1][2]", "[a], [b]" */
function allBracketed(shifted: Shifted): Reading {
	const signs = shifted.content.match(/\[[^[\]]+\]/gu) ?? [];
	return signs.every((content) => raised({ ...shifted, content }).text === "")
		? GONE
		: { text: shifted.content, glued: true };
}

/** "[1]" and "[note 1]" are signs; "[citation needed]" is a mark of doubt and stays. */
function bracketed({ content, note, before }: Shifted, inner: string, round: boolean): Reading {
	if (round && !note && isVariable(before)) return { text: `^${content}` };
	const is_sign = SIGNS.test(inner) || NAMES_A_NOTE.test(inner) || (note && NAMED_SIGN.test(inner));
	return is_sign ? GONE : { text: content, glued: true };
}

/** A single letter, as in a formula. */
function isVariable(before: string): boolean {
	return /(?<![\p{L}\p{M}\p{Nd}])\p{L}$/u.test(before);
}

const FRACTION = new RegExp(
	`^\\s?[/\u2044\u2215]\\s?${LOWERED}\\s?(\\p{Nd}{1,4})\\s?${SHIFT_END}`,
	"u",
);
const SLASHED = /^\s?[/\u2044\u2215]\s?(\p{Nd}{1,4})(?![\p{L}\p{Nd}])/u;

/** "3<sup>1</sup>/<sub>2</sub>", also where the denominator is not lowered. */
function fractionOf({ content, before, after }: Shifted): Reading | null {
	if (!/^\p{Nd}{1,4}$/u.test(content)) return null;
	const found = FRACTION.exec(after) ?? (LETTER_END.test(before) ? null : SLASHED.exec(after));
	if (!found) return null;
	const parted = /[\p{L}\p{Nd})]$/u.test(before) ? " " : "";
	return { text: `${parted}${content}/${found[1]}`, taken: found[0].length };
}

function bareNumber(shifted: Shifted): Reading {
	const { before } = shifted;
	if (/(?:^|[\s(])$/u.test(before)) return standing(shifted);
	if (DIGIT_END.test(before)) return afterNumber(shifted);
	if (LETTER_END.test(before)) return power(shifted);
	if (before.endsWith(")")) return isFactor(before) ? power(shifted) : GONE;
	return /[=<>≤≥±×+/^°]$/u.test(before) ? power(shifted) : GONE;
}

function afterNumber(shifted: Shifted): Reading {
	const { content, after } = shifted;
	if (isCents(shifted)) return { text: `.${content}` };
	// A nought is typed for the sign of degrees.
	if (content === "0" && SCALE.test(after)) return { text: "°" };
	return power(shifted);
}

/** Celsius or Fahrenheit. */
const SCALE = /^\s?[CF](?!\p{L})/u;

/** A number with a space or nothing before it. */
function standing(shifted: Shifted): Reading {
	const { content, before, after } = shifted;
	if (/[×x·*]\s?10\s$/u.test(before)) return { text: `^${content}`, glued: true };
	// The mass number of an isotope, or the number of a note at the start of its line.
	if (/^\p{L}/u.test(after) || before.trim() === "" || before.endsWith("("))
		return { text: content };
	return /^(?:[\s.,;:!?)\ufdd0\ufdd5\ufdd6]|$)/u.test(after) ? GONE : { text: content };
}

/** "$19<sup>99</sup>", "19<sup>99</sup> €" */
function isCents({ content, before, after }: Shifted): boolean {
	if (!/^\p{Nd}{2}$/u.test(content)) return false;
	const price = /(\p{Sc}|\b[A-Z]{3})?[\s\u00a0]?\p{Nd}[\p{Nd}.,]*$/u.exec(before);
	if (price === null || /[.,]\p{Nd}{1,2}$/u.test(before)) return false;
	if (price[1] !== undefined)
		return !/^\s?\p{L}+(?:ion|iard|iarden|ión|ões|ier)\w*\b/iu.test(after);
	return /^\s?(?:\p{Sc}|(?:EUR|USD|GBP|CHF|kr|zł|Kč|Ft)(?!\p{L}))/u.test(after);
}

/** "(a+b)", "(x)" and "(3)", not "(Smith 2019)". */
function isFactor(before: string): boolean {
	const inside = /\(([^()]*)\)$/u.exec(before)?.[1] ?? "";
	return /[+\-−*/·×^=]/u.test(inside) ? !/\p{L}{4}/u.test(inside) : /^.{1,2}$/u.test(inside);
}

function exponent(shifted: Shifted): Reading {
	const { content, before } = shifted;
	const text = content.replace(/^[\u2010-\u2013\u2212]/u, "-");
	if (/[×x·*]\s?10\s$/u.test(before)) return { text: `^${text}`, glued: true };
	return /[\p{L}\p{Nd})\]]$/u.test(before) ? { text: `^${text}` } : { text };
}

/** Powers of ten, two and e are written with a list seldom; citations after a number often. */
function numberList(shifted: Shifted): Reading {
	const { content, before } = shifted;
	if (before.trim() === "") return { text: content };
	return /(?<![\p{L}\p{Nd}.,])(?:10|2|e)$/u.test(before) ? power(shifted) : GONE;
}

/** Languages that write ordinals with a raised o, a or e, also after a Roman number. */
const ORDINAL_LETTERS: Readonly<Record<string, string>> = {
	fr: "eèo",
	es: "oa",
	pt: "oa",
	it: "oae",
	gl: "oa",
	ca: "oaer",
	nl: "e",
};
const ROMAN_END = /(?<!\p{L})[IVXLC]+$/u;

function singleLetter(shifted: Shifted): Reading {
	const { content, before, language } = shifted;
	if (before === "" || /\s$/u.test(before)) return { text: content };
	if (DIGIT_END.test(before) || ROMAN_END.test(before)) return letterAfterNumber(shifted);
	if (!isVariable(before)) return GONE;
	// "M<sup>e</sup>", "N<sup>o</sup>", "D<sup>r</sup>" abbreviate a word.
	const abbreviates = /[\p{Lu}n]$/u.test(before) && /^[eorat]$/u.test(content);
	return abbreviates && language !== "en" ? { text: content } : power(shifted);
}

function letterAfterNumber(shifted: Shifted): Reading {
	const { content, after, language } = shifted;
	if (content === "o" && SCALE.test(after)) return { text: "°" };
	if (ORDINAL_LETTERS[language]?.includes(content.toLowerCase())) return { text: content };
	// Notes of tables begin with a; a number is raised to n or x.
	return /^[b-d]$/u.test(content) || (content === "a" && language !== "") ? GONE : power(shifted);
}

/** "e<sup>kx</sup>" is raised, other letters are an ending. */
function severalLetters(shifted: Shifted): Reading {
	const raises = /(?<![\p{L}\p{M}\p{Nd}'’])[a-mo-z]$/u.test(shifted.before);
	const { content } = shifted;
	return raises && content.length <= 3 ? power(shifted) : { text: content };
}

function otherRaised(shifted: Shifted): Reading {
	const { content, before, after } = shifted;
	if (!/[\p{L}\p{Nd})\]]$/u.test(before)) return { text: content };
	if (CHARGE.test(content)) return charge(content);
	if (/^\p{Nd}+[.,]\p{Nd}+$/u.test(content)) return power(shifted);
	const is_formula = /^[\p{L}\p{Nd}\s+\-−*/·×().,=^]+$/u.test(content);
	const runs_on = DIGIT_END.test(before) && /^\p{Nd}/u.test(content);
	return (is_formula && !/\p{L}{4}/u.test(content) && !/^[.,]/.test(content)) || runs_on
		? { text: `^(${content})${/^[\p{L}\p{Nd}]/u.test(after) ? " " : ""}` }
		: { text: content };
}

const CHARGE = /^\p{Nd}{0,2}[+\u2010-\u2013\u2212-]$/u;

/** "Ca<sup>2+</sup>", "Cl<sup>−</sup>" */
function charge(content: string): Reading {
	const sign = content.endsWith("+") ? "+" : "-";
	const digits = content.slice(0, -1);
	return { text: `${digits === "" ? "" : `^${digits}`}${sign}` };
}

/** A reading with "^", also where the rules above cannot tell an exponent from a note. */
function power({ content, after }: Shifted): Reading {
	// "10<sup>6</sup>5" does not read 10^65.
	return { text: `^${content}${/^\p{Nd}/u.test(after) ? " " : ""}` };
}

/** Stays as it is, unless two numbers would be read as one. */
function lowered({ content, before, after }: Shifted): Reading {
	if (/^\[\p{Nd}{1,3}\]$/u.test(content)) return GONE;
	const joined = DIGIT_END.test(before) && /^\p{Nd}/u.test(content);
	const parted = /\p{Nd}$/u.test(content) && /^\p{Nd}/u.test(after);
	return { text: `${joined ? "_" : ""}${content}${parted ? " " : ""}` };
}
