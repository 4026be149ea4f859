import { normalizeText, storedText } from "./clean.ts";
import { UNSPACED } from "./scripts.ts";

/** A word as it is searched for. */
export type SearchWord = {
	/** What a sign inside the word, or a change between letters and digits, separates. */
	pieces: [string, ...string[]];
	/** The pieces as one; the piece itself if there is only one. */
	joined: string;
};

/** What NFKD makes of the acute accents and breathings that people type as apostrophes. */
const SPACING_ACCENTS = / [\u0301\u0313\u0314]\p{M}*/gu;
const APOSTROPHES = /["'`‘’‚‛“”„‟′″ʹʺʻʼʽˈ׳״]/g;

/**
 * Marks that people leave out: accents, tones, vowel points of Arabic and Hebrew. The vowel signs of
 * other scripts and the voicing of kana (U+3099, U+309A) are letters to their readers.
 */
const MARKS =
	/(?![\u3099\u309a])(?=\p{M})[\p{Diacritic}\p{Me}\p{Script=Inherited}\p{scx=Arab}\p{scx=Hebr}\p{scx=Syrc}]/gu;
/** Characters without a form of their own; U+200C shapes words and may separate their parts. */
const UNSEEN = /(?![\u200c\t-\r])[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/gu;

/**
 * Letters that NFKD and case leave apart from the ones they are typed as. Latin: the transform
 * Latin-ASCII of the Unicode CLDR. Arabic: alef, hamza, yeh, kaf, heh and tatweel, as in
 * "Arabic orthographic normalization" (Larkey et al. 2002), with the Persian and Urdu letters.
 */
const LETTERS: Record<string, string> = {
	æ: "ae",
	œ: "oe",
	ø: "o",
	đ: "d",
	ð: "d",
	þ: "th",
	ħ: "h",
	ł: "l",
	ŧ: "t",
	ŋ: "n",
	ς: "σ",
	ٱ: "ا",
	ء: "",
	ـ: "",
	ة: "ه",
	ە: "ه",
	ہ: "ه",
	ھ: "ه",
	ۃ: "ه",
	ى: "ي",
	ی: "ي",
	ے: "ي",
	ک: "ك",
};
const LISTED = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "g");

const KATAKANA = /[\u30a1-\u30f6\u30fd\u30fe]/g;
/** The distance between both kinds of kana in Unicode. */
const KANA_DISTANCE = 0x60;

/** Folds letters, marks and digits; signs and spaces stay, apart from apostrophes, which are alike. */
function foldCharacters(text: string): string {
	const plain = normalizeText(storedText(text), "NFKD")
		.replace(SPACING_ACCENTS, "'")
		.replace(MARKS, "")
		.toLowerCase()
		.toUpperCase()
		.toLowerCase();
	const folded = normalizeText(plain, "NFKD")
		.replace(MARKS, "")
		.replace(UNSEEN, "")
		.replace(APOSTROPHES, "'")
		.replace(LISTED, (letter) => LETTERS[letter] ?? letter)
		.replace(KATAKANA, (kana) => String.fromCharCode(kana.charCodeAt(0) - KANA_DISTANCE))
		.replace(/\p{Nd}/gu, asciiDigit);
	return normalizeText(folded, "NFC");
}

const DECIMAL = /^\p{Nd}$/u;

/** Unicode has the digits of each script in a row that begins with zero. */
export function asciiDigit(digit: string): string {
	const code = digit.codePointAt(0) ?? 0;
	if (code < 0x80) return digit;
	let zero = code;
	while (DECIMAL.test(String.fromCodePoint(zero - 1))) zero -= 1;
	return String((code - zero) % 10);
}

/** Takes the place of what separates the pieces of a word; texts have lost theirs before. */
const JOINT = "\u2063";
/** Numbers in groups of thousands, or as in India. */
const GROUPED = /(?<!\d)\d{1,3}(?:[.,'٬ ]\d{2,3}){0,8}[.,'٬ ]\d{3}(?!\d)/g;
const GROUP_SIGN = /[.,'٬ ]/g;
const INSIDE =
	/(?<=[\p{L}\p{M}\p{N}])(?:[\p{Pd}'\u2212_·・‧&\u200c]|(?<=\p{L})\.(?=\p{L}))(?=[\p{L}\p{N}])/gu;
const TO_DIGIT = /(?<=[\p{L}\p{M}])(?=\p{N})|(?<=\p{N})(?=\p{L})/gu;
const BETWEEN = /[^\p{L}\p{M}\p{N}\u2063]+/u;

/** Reads the words of a text or a query. */
export function readSearchWords(text: string): SearchWord[] {
	return foldCharacters(text)
		.replace(GROUPED, (number) => number.replace(GROUP_SIGN, JOINT))
		.replace(INSIDE, JOINT)
		.replace(TO_DIGIT, JOINT)
		.split(BETWEEN)
		.flatMap((word) => {
			const [first, ...others] = word.split(JOINT).filter(Boolean);
			if (first === undefined) return [];
			return [{ pieces: [first, ...others], joined: [first, ...others].join("") }];
		});
}

/** The words of a text, folded for search, each piece alone. */
export function searchWords(text: string): string[] {
	return readSearchWords(text).flatMap(({ pieces }) => pieces);
}

/**
 * What the index contains of a text: its words between spaces. A word of several pieces follows
 * once more as one, so that "spiderman" and "spider man" both find "Spider-Man".
 */
export function searchKey(text: string): string {
	const words = readSearchWords(text).flatMap(({ pieces, joined }) =>
		pieces.length > 1 ? [...pieces, joined] : pieces,
	);
	return words.length ? ` ${words.join(" ")} ` : "";
}

/** The index contains trigrams, so it cannot find shorter words, except whole ones. */
const INDEXED_FROM = 3;

const JOINED_SCRIPT = new RegExp(`[${UNSPACED}\\p{Script=Hangul}]`, "u");

function isLong(word: string): boolean {
	return [...word].length >= INDEXED_FROM;
}

/** Whether the index finds the word as a part of others. */
function isIndexed({ pieces, joined }: SearchWord): boolean {
	return isLong(joined) || pieces.some(isLong);
}

/** Signs that tell short names apart, as in "C++" and "C#"; not the spacing accents. */
const SIGNS = /(?!\p{Sk})[\p{S}#%]/u;

export type Search = {
	/** Of each list, a key has to contain one text. */
	wanted: string[][];
	/** Whether one of the texts is long enough for the index. */
	indexed: boolean;
	/** Lower case; what the text itself has to contain, for want of words. */
	literal: string | null;
};

/**
 * All words are wanted, in any order. Long ones are found as parts of words, those of one or two
 * characters as whole words; a query of only one such word as a part. null if nothing is wanted.
 */
export function readSearch(query: string): Search | null {
	const words = readSearchWords(query);
	const indexed = words.some(isIndexed);
	const typed = storedText(query).replace(UNSEEN, "").trim().toLowerCase();
	const literal = words.length === 0 || (!indexed && SIGNS.test(typed)) ? typed : null;
	if (words.length === 0) return literal ? { wanted: [], indexed, literal } : null;
	const [first] = words;
	if (words.length === 1 && first && !indexed) {
		const wanted = [[...new Set([first.joined, first.pieces.join(" ")])]];
		return { wanted, indexed, literal };
	}
	const wanted = words.map((word) => forms(word, indexed)).filter((found) => found.length > 0);
	return { wanted, indexed, literal };
}

function forms({ pieces, joined }: SearchWord, indexed: boolean): string[] {
	const whole = (word: string) => !isLong(word) && !JOINED_SCRIPT.test(word);
	const last = pieces.at(-1) ?? joined;
	const parted = `${whole(pieces[0]) ? " " : ""}${pieces.join(" ")}${whole(last) ? " " : ""}`;
	const found = new Set([parted, whole(joined) ? ` ${joined} ` : joined]);
	// Where words follow without a space, a short one cannot be found as a whole.
	return [...found].filter((form) => isLong(form) || !indexed);
}

/** Whether the text contains what is searched for. */
export function containsSearch(text: string, { wanted, literal }: Search): boolean {
	const key = searchKey(text);
	if (literal && !text.toLowerCase().includes(literal)) return false;
	return wanted.every((forms) => forms.some((form) => key.includes(form)));
}
