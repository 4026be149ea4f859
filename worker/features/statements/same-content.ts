import { normalizeText } from "#text/normalize.ts";
import { UNSPACED } from "#text/scripts.ts";
import { findUnit } from "./amount-words.ts";

/** Two statements with this share of words in the same order say the same. */
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

/**
 * Whether two statements say nearly the same: enough of the same words in the
 * same order, and no difference in numbers, negations or directions.
 */
export function sameContent(a: Words, b: Words): boolean {
	const most = Math.min(a.length, b.length);
	const least = SAME_CONTENT_SHARE * Math.max(a.length, b.length);
	if (most === 0 || most < least) return false;
	if (share(commonWords(a, b), a, b) < SAME_CONTENT_SHARE) return false;
	if (turns(a) !== turns(b)) return false;
	return share(commonInOrder(a, b), a, b) >= SAME_CONTENT_SHARE;
}

function share(common: number, a: Words, b: Words): number {
	return common / (a.length + b.length - common);
}

/** The number of words that both have, in any order. */
function commonWords(a: Words, b: Words): number {
	const left = new Map<string, number>();
	for (const word of a) left.set(word, (left.get(word) ?? 0) + 1);
	let common = 0;
	for (const word of b) {
		const count = left.get(word) ?? 0;
		if (count === 0) continue;
		left.set(word, count - 1);
		common += 1;
	}
	return common;
}

/** The words that decide a statement's meaning, in order. */
function turns(words: Words): string {
	return words
		.filter(
			(it) =>
				/^[^\p{L}\p{M}]/u.test(it) ||
				findUnit(it) !== null ||
				NEGATIONS.has(it) ||
				DIRECTIONS.has(it) ||
				NEGATED_VERB.test(it),
		)
		.join(" ");
}

/** The length of the longest common subsequence. */
function commonInOrder(a: Words, b: Words): number {
	let row = new Uint16Array(b.length + 1);
	for (const word of a) {
		const next = new Uint16Array(b.length + 1);
		for (let i = 0; i < b.length; i += 1) {
			const grown = (row[i] ?? 0) + 1;
			next[i + 1] =
				word === b[i] ? grown : Math.max(row[i + 1] ?? 0, next[i] ?? 0);
		}
		row = next;
	}
	return row[b.length] ?? 0;
}

/** Words that negate a statement. */
export const NEGATIONS: ReadonlySet<string> = new Set(
	`not no never none dont doesnt didnt isnt arent wasnt werent wont cant couldnt shouldnt wouldnt
	hasnt havent hadnt aint neither nor cannot without nothing nobody false untrue myth hoax
	nicht kein keine keinen keiner nie niemals falsch mythos ne pas jamais aucun aucune rien faux mythe
	nunca jamás falso mito mai non não nem niet geen inte ikke ei
	не нет нету ни никогда ніколи δεν değil yok لا ليس لم לא אין नहीं tidak bukan không
	不 没 沒 無 无 未 非 別`.split(/\s+/),
);

/** "isn't", with any apostrophe. */
export const NEGATED_VERB = /n['’]t$/;

/** Replacing one of these by another reverses a statement. */
export const DIRECTIONS: ReadonlySet<string> = new Set(
	`unlike true
	more less fewer higher lower most least before after above below over under
	increase increases increased decrease decreases decreased rise rises rose fall falls fell
	raise raises raised reduce reduces reduced gain gains lose loses
	mehr weniger plus moins más menos più meno mais больше меньше
	多 少`.split(/\s+/),
);
