import { normalizeText } from "#text/clean.ts";
import { foldText } from "#text/fold.ts";
import { UNSPACED } from "#text/scripts.ts";

/**
 * Shorter words are mostly grammatical. The length is counted in folded letters, of which a
 * Hangul syllable has two or three.
 */
const MIN_WORD = 4;
/** Shorter prefixes are also shared by unrelated words. */
const MIN_STEM = 3;
/** Two forms of a word share at least this part of the shorter form. */
const STEM_SHARE = 0.7;

const SPACED_WORD = new RegExp(`(?:(?![${UNSPACED}])[\\p{L}\\p{M}])+`, "gu");
const UNSPACED_RUN = new RegExp(`(?:(?=[\\p{L}\\p{M}])[${UNSPACED}])+`, "gu");
/** Hiragana is mostly used for endings and particles; whole words in it are rare. */
const ENDINGS = /^\p{scx=Hira}+$/u;
const DENSE = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]/u;
/**
 * Two Han or kana characters can form a word, whereas pairs of alphabetic letters occur in every
 * text.
 */
const DENSE_PIECE = 2;
const LETTERS_PIECE = 4;

/**
 * The units that carry a text's meaning, without repetitions: folded words of four or more
 * letters and abbreviations, except words that occur in any text. For scripts without spaces,
 * substrings of the runs.
 */
export function meaningUnits(text: string): string[] {
	const plain = normalizeText(text, "NFKC");
	const units = new Set<string>();
	for (const [word] of plain.matchAll(SPACED_WORD)) {
		const folded = foldText(word);
		if (isAbbreviation(word)) units.add(folded);
		else if (folded.length >= MIN_WORD && !FUNCTION_WORDS.has(folded)) units.add(folded);
	}
	for (const piece of splitUnspacedText(plain)) if (!ENDINGS.test(piece)) units.add(piece);
	return [...units];
}

/** A text's words and pieces, for lookups. */
export type Vocabulary = {
	/** Whether the text contains the unit, possibly in another form of the word. */
	has: (unit: string) => boolean;
};

export function buildVocabulary(text: string): Vocabulary {
	const plain = normalizeText(text, "NFKC");
	const words = new Set(splitUnspacedText(plain));
	for (const [word] of plain.matchAll(SPACED_WORD)) words.add(foldText(word));
	const byStem = new Map<string, string[]>();
	for (const word of words) {
		const stem = word.slice(0, MIN_STEM);
		const same = byStem.get(stem);
		if (same) same.push(word);
		else byStem.set(stem, [word]);
	}
	const alike = (word: string) => byStem.get(word.slice(0, MIN_STEM)) ?? [];
	return { has: (unit) => words.has(unit) || alike(unit).some((it) => sameStem(unit, it)) };
}

function sameStem(a: string, b: string): boolean {
	const shorter = Math.min(a.length, b.length);
	if (DENSE.test(a)) return false;
	const least = Math.max(MIN_STEM, Math.ceil(STEM_SHARE * shorter));
	return shorter >= least && a.slice(0, least) === b.slice(0, least);
}

function splitUnspacedText(plain: string): string[] {
	return Array.from(plain.matchAll(UNSPACED_RUN)).flatMap(([run]) => {
		const characters = Array.from(run);
		const size = DENSE.test(run) ? DENSE_PIECE : LETTERS_PIECE;
		const last = Math.max(0, characters.length - size);
		return Array.from({ length: last + 1 }, (_, at) => characters.slice(at, at + size).join(""));
	});
}

/** Matches "EU" or "NASA". In a text in capitals every word matches, which is harmless. */
function isAbbreviation(word: string): boolean {
	return /^\p{Lu}{2,}$/u.test(word);
}

/** Words of four or more letters that occur in any two texts and carry no meaning. */
const WORDS = `that this these those there their they them then than thus what when where which while
	whose whom with within from into onto upon about also have having been being were will would
	could should might must does doing done some such very just only even ever much many each
	other others another because your yours here like said says still really people thing things going gonna wanna gotta kinda sorta because actually basically literally
	dass dies diese dieser dieses diesem diesen eine einer eines einem einen sind sein seine wird
	werden wurde wurden haben hatte hatten oder aber auch noch schon sich nach über unter durch
	wenn weil mehr sehr kann können muss müssen sollte damit dann doch alle allem aller beim
	cette dans avec pour mais plus sont être avoir était étaient sera elle elles nous vous leur
	leurs comme tout tous toute toutes fait aussi entre même encore dont alors quand parce
	esta este estos estas para pero como cuando donde porque entre sobre desde hasta está están
	tiene tienen había sido eran fueron todo todos todas otro otra otros también muy ellos ellas
	isso isto essa esse pelo pela mais quando onde também está estão eram foram tudo todos ainda
	questo questa questi queste sono essere hanno aveva della dello delle degli nella nelle anche
	come quando dove perché tutto tutti molto ancora
	deze zijn wordt worden werd werden hebben heeft naar maar ook omdat door over voor zeer
	этот этого этой этом эти что чтобы было были будет быть есть который которая которые которых
	когда где если потому также только очень между после перед него неё них`;

const FUNCTION_WORDS: ReadonlySet<string> = new Set(
	WORDS.split(/\s+/).map((word) => foldText(word)),
);
