import { createHash } from "node:crypto";
import { normalizeText } from "#text/clean.ts";
import { foldText } from "#text/fold.ts";
import { UNSPACED } from "#text/scripts.ts";
import { findUnit } from "./amount-words.ts";

/** Statements that share this part of their words in the same order count as the same. */
const SAME_CONTENT_SHARE = 0.8;

const TOKEN = new RegExp(
	`\\p{N}+(?:[.,]\\p{N}+)*|[%％٪‰°]|\\p{Sc}|(?<![^\\s(])[-−](?=\\p{N})|[${UNSPACED}]|(?:(?![${UNSPACED}])[\\p{L}\\p{M}])+(?:['’]\\p{L}+)*`,
	"gu",
);

/** A statement's folded words, split once for many comparisons. */
export type Words = readonly string[];

export function splitWords(content: string): Words {
	return normalizeText(content, "NFKC").toLowerCase().match(TOKEN) ?? [];
}

/** A statement prepared for comparisons with many others. */
export type Comparable = {
	words: Words;
	/** How often each word occurs. */
	counts: ReadonlyMap<string, number>;
	/** The words that decide the meaning, in order: numbers, units, negations, directions. */
	turns: string;
};

export function comparable(content: string): Comparable {
	const words = splitWords(content);
	const counts = new Map<string, number>();
	for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
	return { words, counts, turns: words.filter(isTurn).join(" ") };
}

function isTurn(word: string): boolean {
	return (
		/^[^\p{L}\p{M}]/u.test(word) ||
		findUnit(word) !== null ||
		NEGATIONS.has(word) ||
		DIRECTIONS.has(word) ||
		NEGATED_VERB.test(word)
	);
}

/**
 * Whether two statements say nearly the same: enough of the same words in the same order,
 * and no difference in numbers, negations or directions. The cheap conditions come first:
 * every statement of a long video is compared with every other one.
 */
export function sameContent(a: Comparable, b: Comparable): boolean {
	const most = Math.min(a.words.length, b.words.length);
	const least = SAME_CONTENT_SHARE * Math.max(a.words.length, b.words.length);
	if (most === 0 || most < least) return false;
	if (a.turns !== b.turns) return false;
	if (share(commonWords(a, b), a, b) < SAME_CONTENT_SHARE) return false;
	return share(commonInOrder(a.words, b.words), a, b) >= SAME_CONTENT_SHARE;
}

function share(common: number, a: Comparable, b: Comparable): number {
	return common / (a.words.length + b.words.length - common);
}

/** The number of words that both have, in any order. */
function commonWords(a: Comparable, b: Comparable): number {
	let common = 0;
	for (const [word, count] of a.counts) common += Math.min(count, b.counts.get(word) ?? 0);
	return common;
}

/** The length of the longest common subsequence. */
function commonInOrder(a: Words, b: Words): number {
	let row = new Uint16Array(b.length + 1);
	for (const word of a) {
		const next = new Uint16Array(b.length + 1);
		for (let i = 0; i < b.length; i += 1) {
			const grown = (row[i] ?? 0) + 1;
			next[i + 1] = word === b[i] ? grown : Math.max(row[i + 1] ?? 0, next[i] ?? 0);
		}
		row = next;
	}
	return row[b.length] ?? 0;
}

/** Words that negate a statement. */
export const NEGATIONS: ReadonlySet<string> = new Set(
	`not no never none dont doesnt didnt isnt arent wasnt werent wont cant couldnt shouldnt wouldnt
	hasnt havent hadnt aint neither nor cannot without nothing nobody false untrue myth hoax
	nicht kein keine keinen keiner keinem keines nichts niemand niemandem niemanden weder ohne nie
	niemals falsch mythos ne pas jamais aucun aucune rien sans faux mythe
	nunca jamás ningún ninguno ninguna nadie nada sin falso mito mai non não nem nenhum ninguém sem niet geen inte ikke ei
	не нет нету ни никогда ніколи δεν değil yok لا ليس لم לא אין नहीं tidak bukan không
	不 没 沒 無 无 未 非 別`.split(/\s+/),
);

/** "isn't" and "n'est", with any apostrophe. */
export const NEGATED_VERB = /n['’]t$|^n['’]\p{L}/u;

/** Replacing one of these words by another reverses a statement. */
export const DIRECTIONS: ReadonlySet<string> = new Set(
	`unlike true
	more less fewer higher lower most least before after above below over under
	increase increases increased decrease decreases decreased rise rises rose fall falls fell
	raise raises raised reduce reduces reduced gain gains lose loses
	mehr weniger plus moins más menos più meno mais больше меньше
	多 少`.split(/\s+/),
);

/** Articles, which do not change a claim, by language: "die" is a verb in English. */
const ARTICLES: Readonly<Record<string, ReadonlySet<string>>> = {
	en: new Set(["the", "a", "an"]),
	de: new Set("der die das den dem des ein eine einen einem einer".split(" ")),
	fr: new Set(["le", "la", "les", "un", "une"]),
	es: new Set(["el", "la", "los", "las", "un", "una"]),
};

/** 24 hexadecimal digits (96 bits), so that no two claims share a key by chance. */
const KEY_CHARS = 24;

/**
 * Identifies a claim by its words in order, without articles, case, accents and punctuation.
 * Numbers, units and negations are words. Order counts, because it says who beat whom. A different
 * wording gives a different key.
 */
export function claimKey(content: string, language: string | null): string {
	const [primary = ""] = language?.toLowerCase().split("-") ?? [];
	const articles = ARTICLES[primary];
	const words = splitWords(content).filter((word) => !articles?.has(word));
	return digest([primary, ...words.map(foldWord)].join(" "));
}

/** Numbers are not folded, because folding drops signs and decimal points. */
function foldWord(word: string): string {
	return /\p{L}/u.test(word) ? foldText(word) : word;
}

/** The key of a claim that was said in a certain month, because search results change with time. */
export function saidClaimKey(
	content: string,
	language: string | null,
	said_on: string | null,
): string {
	const month = said_on?.slice(0, "2026-01".length) ?? "";
	return digest(`${claimKey(content, language)} ${month}`);
}

function digest(text: string): string {
	return createHash("sha256").update(text).digest("hex").slice(0, KEY_CHARS);
}
