import { foldText } from "../text/fold-text.ts";
import { normalizeText } from "../text/normalize-text.ts";
import { UNSPACED } from "../text/scripts.ts";
import { FUNCTION_WORDS } from "./function-words.ts";

/** Shorter words are mostly grammar; counted in folded letters, of which a Hangul syllable has two or three. */
const MIN_WORD = 4;
/** Shorter beginnings are shared by words that have nothing to do with each other. */
const MIN_STEM = 3;
/** The share of the shorter word that two forms of one word begin with alike. */
const STEM_SHARE = 0.7;

const SPACED_WORD = new RegExp(`(?:(?![${UNSPACED}])[\\p{L}\\p{M}])+`, "gu");
const UNSPACED_RUN = new RegExp(`(?:(?=[\\p{L}\\p{M}])[${UNSPACED}])+`, "gu");
/** In kana words of their own are rare; endings and particles are what it writes. */
const ENDINGS = /^\p{scx=Hira}+$/u;
const DENSE = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]/u;
/** Two Han or kana characters are a word; of an alphabet any text has every pair. */
const DENSE_PIECE = 2;
const LETTERS_PIECE = 4;

/**
 * What of a text carries its meaning, each once: words of four letters and more
 * and abbreviations, folded, without those that any text has; of scripts
 * without spaces the pieces of their runs.
 */
export function unitsOf(text: string): string[] {
	const plain = normalizeText(text, "NFKC");
	const units = new Set<string>();
	for (const [word] of plain.matchAll(SPACED_WORD)) {
		const folded = foldText(word);
		if (isAbbreviation(word)) units.add(folded);
		else if (folded.length >= MIN_WORD && !FUNCTION_WORDS.has(folded))
			units.add(folded);
	}
	for (const piece of piecesOf(plain))
		if (!ENDINGS.test(piece)) units.add(piece);
	return [...units];
}

/** A text's words and pieces, to look others up in. */
export type Vocabulary = {
	/** Whether a unit stands in the text, in this or another form of the word. */
	has: (unit: string) => boolean;
	/** The same, where an ending more or less is all that may differ. */
	hasWord: (word: string) => boolean;
};

export function vocabularyOf(text: string): Vocabulary {
	const plain = normalizeText(text, "NFKC");
	const words = new Set(piecesOf(plain));
	for (const [word] of plain.matchAll(SPACED_WORD)) words.add(foldText(word));
	const byStem = new Map<string, string[]>();
	for (const word of words) {
		const stem = word.slice(0, MIN_STEM);
		const same = byStem.get(stem);
		if (same) same.push(word);
		else byStem.set(stem, [word]);
	}
	const alike = (word: string) => byStem.get(word.slice(0, MIN_STEM)) ?? [];
	return {
		has: (unit) =>
			words.has(unit) || alike(unit).some((it) => sameStem(unit, it)),
		hasWord: (word) =>
			words.has(word) ||
			alike(word).some(
				(it) =>
					Math.min(word.length, it.length) >= MIN_WORD &&
					(it.startsWith(word) || word.startsWith(it)),
			),
	};
}

function sameStem(a: string, b: string): boolean {
	const shorter = Math.min(a.length, b.length);
	if (DENSE.test(a)) return false;
	const least = Math.max(MIN_STEM, Math.ceil(STEM_SHARE * shorter));
	return shorter >= least && a.slice(0, least) === b.slice(0, least);
}

function piecesOf(plain: string): string[] {
	return Array.from(plain.matchAll(UNSPACED_RUN)).flatMap(([run]) => {
		const characters = Array.from(run);
		const size = DENSE.test(run) ? DENSE_PIECE : LETTERS_PIECE;
		const last = Math.max(0, characters.length - size);
		return Array.from({ length: last + 1 }, (_, at) =>
			characters.slice(at, at + size).join(""),
		);
	});
}

/** "EU", "NASA"; a whole text in capitals has them everywhere, and loses nothing by it. */
function isAbbreviation(word: string): boolean {
	return /^\p{Lu}{2,}$/u.test(word);
}
