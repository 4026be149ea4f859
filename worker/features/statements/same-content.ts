import { normalizeText } from "#text/clean.ts";
import { UNSPACED } from "#text/scripts.ts";

/** Of two statements with the same words in the same order, one may have this part more of them. */
const SAME_CONTENT_SHARE = 0.8;

const TOKEN = new RegExp(
	`\\p{N}+(?:[.,]\\p{N}+)*|[%％٪‰°<>≤≥≠]|\\p{Sc}|(?<![^\\s(])[-−–](?=\\p{N})|[${UNSPACED}]|(?:(?![${UNSPACED}])[\\p{L}\\p{M}])+(?:['’]\\p{L}+)*`,
	"gu",
);

/** 10² is not 102, but H₂O is H2O. */
const POWER = /(?<=\p{Nd})(?=[²³¹\u2070-\u2079])/gu;

/** A statement's folded words, split once for many comparisons. */
export type Words = readonly string[];

export function splitWords(content: string): Words {
	const parted = content.replace(POWER, " superscript ");
	return normalizeText(parted, "NFKC").toLowerCase().match(TOKEN) ?? [];
}

/** A statement prepared for comparisons with many others. */
export type Comparable = {
	words: Words;
	/** How often each word occurs. */
	counts: ReadonlyMap<string, number>;
	/** The numbers, signs and denials, in order. */
	turns: string;
};

export function comparable(content: string): Comparable {
	const words = splitWords(content);
	const counts = new Map<string, number>();
	for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
	const turns = words.filter((word) => /^[^\p{L}\p{M}]/u.test(word) || isDenial(word));
	return { words, counts, turns: turns.join(" ") };
}

/**
 * Whether two statements say the same: one has all words of the other in the same order, few more,
 * and no other number or denial. An exchanged word may be the opposite, in any language. The cheap
 * conditions come first: every statement of a long video is compared with every other one.
 */
export function sameContent(a: Comparable, b: Comparable): boolean {
	const least = Math.min(a.words.length, b.words.length);
	if (least === 0 || least < SAME_CONTENT_SHARE * Math.max(a.words.length, b.words.length))
		return false;
	if (a.turns !== b.turns || commonWords(a, b) < least) return false;
	return commonInOrder(a.words, b.words) === least;
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
const NEGATIONS: ReadonlySet<string> = new Set(
	`not no never none dont doesnt didnt isnt arent wasnt werent wont cant couldnt shouldnt wouldnt
	hasnt havent hadnt aint neither nor cannot without nothing nobody false untrue myth hoax
	nicht kein keine keinen keiner keinem keines nichts niemand niemandem niemanden weder ohne nie
	niemals falsch mythos ne pas jamais aucun aucune rien sans faux mythe
	nunca jamás ningún ninguno ninguna nadie nada sin falso mito mai non não nem nenhum ninguém sem niet geen inte ikke ei
	не нет нету ни никогда ніколи δεν değil yok لا ليس لم לא אין नहीं tidak bukan không
	不 没 沒 無 无 未 非 別`.split(/\s+/),
);

/** "isn't" and "n'est", with any apostrophe. */
const NEGATED_VERB = /n['’]t$|^n['’]\p{L}/u;

/** Negations that are written together with the negated word. */
const INSIDE = /ない|なかった|ません|않|없|못하|아니|ไม่|บ่/u;

/** Whether a word in lower case negates a statement. */
export function isDenial(word: string): boolean {
	return NEGATIONS.has(word) || NEGATED_VERB.test(word);
}

/** Whether a text denies something. */
export function hasDenial(text: string): boolean {
	return splitWords(text).some(isDenial) || INSIDE.test(normalizeText(text, "NFKC"));
}
