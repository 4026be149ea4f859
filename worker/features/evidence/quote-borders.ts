import { type AmountReading, haveSameAmounts, readAmounts } from "#features/statements/amounts.ts";
import { isDenial } from "#features/statements/same-content.ts";
import { foldText } from "#text/fold.ts";
import { UNSPACED } from "#text/scripts.ts";
import { type Span, splitSentences } from "#text/sentences.ts";
import { plainForm } from "./same-quote.ts";

/** Offsets in a text; `to` is exclusive. */
export type Place = { from: number; to: number };

/** Conjunctions that limit or reverse what stands beside them, by language. */
const TURNS: Readonly<Record<string, string>> = {
	en: "but unless except though although however if",
	de: "aber sondern doch jedoch außer sofern falls wenn obwohl",
	fr: "mais sauf hormis quoique cependant si",
	es: "pero sino salvo excepto aunque si",
	pt: "mas porém exceto salvo embora se",
	it: "ma però tranne salvo eccetto sebbene se",
	nl: "maar tenzij behalve hoewel mits",
	sv: "men utom förutsatt fast",
	pl: "ale lecz chyba oprócz chociaż jeśli",
	ru: "но однако кроме хотя если",
	uk: "але проте крім якщо",
	tr: "ama fakat ancak hariç",
	ar: "لكن إلا ولكن",
	hi: "लेकिन परंतु मगर",
	ko: "하지만 그러나 다만",
};
/** Denials and conjunctions in scripts without spaces, and in Korean, where they are endings. */
const UNSPACED_TURN =
	"[不没沒無无未別别非]|但是?|除非|然而|如果|しかし|ただし|けれど|が、|[はも]?な[いかくけ]|[はも]?ありません|ません|ไม่|แต่|ยกเว้น";
const UNSPACED_DENIAL = /[不没沒無无未別别非]|な[いかくけ]|ません|ไม่|않|아니|없|못하/u;
const TURN_AFTER = new RegExp(
	`^[\\s、，,]{0,3}(?:${UNSPACED_TURN}|지\\s?(?:않|못)|않|아니|없)`,
	"u",
);
const TURN_BEFORE = new RegExp(`(?:${UNSPACED_TURN})[\\s、，,]{0,3}$`, "u");

const turning = new Map<string, ReadonlySet<string>>();

/** The conjunctions of a language (BCP 47), of all languages if it is not known. */
function turnsOf(language: string | null): ReadonlySet<string> {
	const primary = language?.split("-")[0]?.toLowerCase() ?? "";
	const words = TURNS[primary] ?? (language === null ? Object.values(TURNS).join(" ") : "");
	const known = turning.get(words) ?? new Set(words.split(" ").map(foldText));
	turning.set(words, known);
	return known;
}

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’]\p{L}+)*/gu;

/** Whether a text denies something. */
export function hasDenial(text: string): boolean {
	return UNSPACED_DENIAL.test(text) || wordsOf(text).some((it) => isDenial(it.toLowerCase()));
}

/** How far from a cut a number is read. */
const SIGHT = 40;

/** Whether the rest of a sentence turns a quote: surely, or possibly because a denial is near. */
type Turn = "surely" | "possibly" | null;

type Limits = {
	/** In UTF-16 units. */
	max: number;
	/** Whether the page continues before and after the text. */
	open: { before: boolean; after: boolean };
};

/**
 * Extends a place to its sentence on each side on which the cut changes the meaning: beside a
 * denial, a conjunction that limits it, or the rest of an amount. Null if it must be extended and
 * would be too long, or the sentence continues beyond the text.
 */
export function widenToSentence(
	text: string,
	place: Place,
	language: string | null,
	limits: Limits,
): Place | null {
	const plain = plainText(text);
	const sentences = sentencesOf(plain, language);
	const later = widenAfter(plain, place, sentences, language, limits);
	return later && widenBefore(plain, later, sentences, language, limits);
}

function widenAfter(
	text: string,
	{ from, to }: Place,
	sentences: Span[],
	language: string | null,
	{ max, open }: Limits,
): Place | null {
	const last = sentences.find(({ end }) => end >= to);
	const turn = last && last.start < to ? turnAfter(text, { from, to }, last.end, language) : null;
	if (!last || turn === null) return { from, to };
	const fits = !(open.after && last.end === text.length) && last.end - from <= max;
	if (fits) return { from, to: last.end };
	return turn === "surely" ? null : { from, to };
}

function widenBefore(
	text: string,
	{ from, to }: Place,
	sentences: Span[],
	language: string | null,
	{ max, open }: Limits,
): Place | null {
	const first = sentences.find(({ end }) => end > from);
	const turn = first ? turnBefore(text, first.start, { from, to }, language) : null;
	if (!first || turn === null) return { from, to };
	const fits = !(open.before && first.start === 0) && to - first.start <= max;
	if (fits) return { from: first.start, to };
	return turn === "surely" ? null : { from, to };
}

/** Without footnote signs, which hide the end of a sentence, in the same length. */
function plainText(text: string): string {
	return text.replace(/\[\p{Nd}{1,3}\]/gu, (sign) => " ".repeat(sign.length));
}

/** The sentences of each line. */
function sentencesOf(text: string, language: string | null): Span[] {
	const spans: Span[] = [];
	let start = 0;
	for (const line of text.split(/[\n\t]/)) {
		for (const sentence of splitSentences(line, language))
			spans.push({ start: start + sentence.start, end: start + sentence.end });
		start += line.length + 1;
	}
	return spans;
}

const AS_WRITTEN = { numbers: false, accents: false };

function turnAfter(text: string, { from, to }: Place, end: number, language: string | null): Turn {
	const after = text.slice(to, Math.min(end, to + SIGHT));
	// A point that is not followed by a space ends the sentence before a footnote's number.
	if (/^[.!?]/.test(after) || !/[\p{L}\p{N}]/u.test(after)) return null;
	const [word = "", ...further] = wordsOf(after.split(CLAUSE_MARK)[0] ?? "");
	const next = word || wordsOf(after)[0] || "";
	const quote = text.slice(Math.max(from, to - SIGHT), to);
	if (isTurning(next, language) || TURN_AFTER.test(after)) return "surely";
	if (endsInOpenNumber(quote, after) || changesAmounts(quote, after)) return "surely";
	return further.slice(0, WORDS_AFTER).some((it) => isDenial(it.toLowerCase())) ? "possibly" : null;
}

function turnBefore(
	text: string,
	start: number,
	{ from, to }: Place,
	language: string | null,
): Turn {
	const before = text.slice(Math.max(start, from - SIGHT), from);
	if (!/[\p{L}\p{N}]/u.test(before)) return null;
	const words = wordsOf(before.split(CLAUSE_MARK).at(-1) ?? "");
	const previous = words.at(-1) ?? wordsOf(before).at(-1) ?? "";
	const quote = text.slice(from, Math.min(to, from + SIGHT));
	if (isTurning(previous, language) || TURN_BEFORE.test(before)) return "surely";
	if (changesAmounts(before, quote)) return "surely";
	// In any language a limit may precede a number: "more than | 5 million".
	if (/^\p{Sc}?\p{Nd}/u.test(quote)) return "possibly";
	return words.slice(-WORDS_BEFORE).some((it) => isDenial(it.toLowerCase())) ? "possibly" : null;
}

/** A denial beyond it belongs to another clause. */
const CLAUSE_MARK = /[,;:()–—，、；：]| - /u;
/** "It is | certainly not so" */
const WORDS_AFTER = 2;
/** "There is no evidence that | it is so" */
const WORDS_BEFORE = 4;

function wordsOf(text: string): string[] {
	return text.match(WORD) ?? [];
}

function isTurning(word: string, language: string | null): boolean {
	return isDenial(word.toLowerCase()) || turnsOf(language).has(foldText(word));
}

const YEAR = /(?<![\p{Nd}.,])(?:1\d|20)\d\d$/u;
const OPEN_NUMBER = new RegExp(`^[ \u00a0\u202f-]?(?![${UNSPACED}])\\p{L}|^[${UNSPACED}]`, "u");

/** Whether a word that may be its unit follows a number at the end of a quote. */
function endsInOpenNumber(quote: string, after: string): boolean {
	return /\p{Nd}$/u.test(quote) && !YEAR.test(quote) && OPEN_NUMBER.test(after);
}

/** Whether two neighbouring texts have other amounts together than one by one. */
function changesAmounts(one: string, next: string): boolean {
	const [left, right] = [one, next].map((text) => readAmounts(plainForm(text, AS_WRITTEN)));
	if (!left || !right) return false;
	const parted: AmountReading = { ...left, amounts: [...left.amounts, ...right.amounts] };
	return !haveSameAmounts(parted, readAmounts(plainForm(one + next, AS_WRITTEN)));
}
