import { type AmountReading, haveSameAmounts, readAmounts } from "#features/statements/amounts.ts";
import { isDenial } from "#features/statements/same-content.ts";
import { foldText } from "#text/fold.ts";
import { UNSPACED } from "#text/scripts.ts";
import { type Span, splitSentences } from "#text/sentences.ts";
import { grammarWords } from "./grammar-words.ts";
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

/** How much is lost if a cut stays as it is. */
const LOSS = { surely: 2, possibly: 1 } as const;

/**
 * Extends a place to its sentence, because a part of a sentence may say the contrary of the whole,
 * in words that no list has. Of a sentence that is too long, or that continues beyond the text,
 * only the harmless side is cut. Null if the cut surely changes the meaning: beside a denial, a
 * conjunction that limits it, a subordinating word or the rest of an amount.
 */
export function widenToSentence(
	text: string,
	place: Place,
	language: string | null,
	{ max, open }: Limits,
): Place | null {
	const plain = plainText(text);
	const sentences = sentencesOf(plain, language);
	const { from, to } = place;
	const first = sentences.find(({ end }) => end > from);
	const last = sentences.find(({ end }) => end >= to);
	const start = first && hasText(plain.slice(first.start, from)) ? first.start : from;
	const end = last && hasText(plain.slice(to, last.end)) ? last.end : to;
	const before = start < from ? lossOf(turnBefore(plain, start, place, language)) : 0;
	const after = end > to ? lossOf(turnAfter(plain, place, end, language)) : 0;
	const whole = { from: start, to: end };
	const choices = [whole, { from: start, to }, place, { from, to: end }]
		.filter((it) => it === place || it.to - it.from <= max)
		.filter((it) => it.from === from || !(open.before && start === 0))
		.filter((it) => it.to === to || !(open.after && end === text.length))
		.map((it) => ({ it, lost: Math.max(it.from > start ? before : 0, it.to < end ? after : 0) }));
	const best = choices.reduce((one, next) => (next.lost < one.lost ? next : one));
	return best.lost === LOSS.surely ? null : best.it;
}

function lossOf(turn: Turn): number {
	return turn === null ? 0 : LOSS[turn];
}

function hasText(text: string): boolean {
	return /[\p{L}\p{N}]/u.test(text);
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
	if (endsInDenial(text.slice(to, end), language)) return "surely";
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
	if (startsClause(text.slice(start, from), quote, language)) return "surely";
	// In any language a limit may precede a number: "more than | 5 million".
	if (/^\p{Sc}?\p{Nd}/u.test(quote)) return "possibly";
	return words.slice(-WORDS_BEFORE).some((it) => isDenial(it.toLowerCase())) ? "possibly" : null;
}

/**
 * Whether the text before a quote makes it a part of a clause that it denies, doubts or reports:
 * the quote begins with or directly after a subordinating word, or after one that a denial precedes.
 */
function startsClause(before: string, quote: string, language: string | null): boolean {
	const { subordinators, denials } = grammarWords(language);
	const words = wordsOf(before).map(foldText);
	const opens = (word: string | undefined) => word !== undefined && subordinators.has(word);
	if (opens(words.at(-1)) || opens(foldText(wordsOf(quote)[0] ?? ""))) return true;
	if (isEnglish(language) && DOUBT.test(before)) return true;
	const clause = words.findLastIndex(opens);
	const main = words.slice(0, Math.max(0, clause));
	return main.some((word) => denials.has(word) || isDenial(word));
}

/** English leaves out "that", so that no subordinating word shows where a reported clause begins. */
const DOUBT =
	/\b(?:den(?:y|ie[sd]|ying)|debunk|refut|disprov|reject|dismiss|alleg|fals[ei]|wrong|incorrect|purport|supposed|rumou?r|claim)/iu;

function isEnglish(language: string | null): boolean {
	return language === null || /^en\b/i.test(language);
}

/** Whether the rest of a sentence denies, in languages that have the verb and its denial last. */
function endsInDenial(rest: string, language: string | null): boolean {
	return VERB_LAST.test(language ?? "") && hasDenial(rest);
}

/** By the World Atlas of Language Structures, feature 81A: subject, object, verb. */
const VERB_LAST =
	/^(?:ja|ko|tr|az|kk|ky|uz|hi|ur|bn|mr|ne|pa|gu|ta|te|kn|ml|si|my|mn|ka|hy|eu|am)\b/i;

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
