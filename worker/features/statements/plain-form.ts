import { normalizeText } from "#text/clean.ts";

/** A text normalised for phrase searches, with the offsets of the original. */
export type PlainForm = {
	text: string;
	/** For each UTF-16 unit of `text`, the offset of its original character. */
	places: Int32Array;
};

/** Offsets in a text; `end` is exclusive. */
export type TextSpan = { start: number; end: number };

/** The span of the original that a span of its plain form stands for. */
export function spanInSource(
	{ places }: PlainForm,
	source: string,
	{ start, end }: TextSpan,
): TextSpan {
	return {
		start: places[start] ?? 0,
		end: end < places.length ? (places[end] ?? 0) : source.length,
	};
}

const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
const SPACE = /\s/u;
const LINE_END = /[\n\r\v\f\u2028\u2029]/u;
const LATIN = /\p{Script=Latin}/u;

/** Non-Latin letters that look like Latin ones and can be used to disguise a word. */
const LOOKALIKES = inPairs("аеорсухіѕјԁԛԝαονρι", "aeopcyxisjdqwaovpi");

/** Maps each character of one text to the character at its place in the other. */
function inPairs(from: string, to: string): ReadonlyMap<string, string> {
	return new Map(Array.from(from, (character, at) => [character, to[at] ?? ""]));
}

/**
 * Normalises a text: NFKC, lower case, without invisible characters, every run of spaces as one
 * plain space. Latin lookalikes become Latin in words whose other letters are Latin.
 */
export function plainForm(
	source: string,
	/**
	 * `bare` also removes diacritics, which can disguise an English word. `lines` makes a run of
	 * spaces with a line end in it a line end; the places are the same.
	 */
	{ bare = false, lines = false } = {},
): PlainForm {
	const pieces: string[] = [];
	const places: number[] = [];
	let spaced = true;
	let offset = 0;
	for (const character of source) {
		const plain = plainCharacter(character, spaced);
		const piece = bare ? withoutMarks(plain) : plain;
		const ends_line = lines && LINE_END.test(character);
		if (ends_line && piece === "" && pieces.at(-1) === " ") pieces[pieces.length - 1] = "\n";
		else if (ends_line && piece === " ") {
			pieces.push("\n");
			places.push(offset);
			spaced = true;
		} else if (piece !== "") {
			spaced = piece.endsWith(" ");
			pieces.push(piece);
			for (let unit = 0; unit < piece.length; unit++) places.push(offset);
		}
		offset += character.length;
	}
	return { text: latinWords(pieces.join("")), places: Int32Array.from(places) };
}

function plainCharacter(character: string, spaced: boolean): string {
	if (character >= "a" && character <= "z") return character;
	if (SPACE.test(character)) return spaced ? "" : " ";
	if (UNSEEN.test(character)) return "";
	return normalizeText(character, "NFKC").toLowerCase().replace(/\s/gu, " ");
}

function withoutMarks(piece: string): string {
	if (piece === "" || piece <= "\x7f") return piece;
	return normalizeText(piece, "NFD").replace(/\p{Mn}/gu, "");
}

/** Keeps every offset, because a lookalike is as long as the Latin letter. */
function latinWords(text: string): string {
	if (!LATIN.test(text) || !/[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(text)) return text;
	return text.replace(/\p{L}+/gu, (word) =>
		LATIN.test(word) ? word.replace(/./gu, (letter) => LOOKALIKES.get(letter) ?? letter) : word,
	);
}

/** Single letters separated by punctuation: "i.g.n.o.r.e", "a-l-l". */
const DOTTED = /(?<![a-z0-9])(?:[a-z0-9][.\-_*·]){2,}[a-z0-9](?![a-z0-9])/gu;
/**
 * Single letters separated by spaces: "i g n o r e". Where words end is lost, because repeated
 * spaces count as one. Shorter runs are names and abbreviations.
 */
const SPACED = /(?<![a-z0-9@$])(?:[a-z0-9@$] ){9,}[a-z0-9@$](?![a-z0-9@$])/gu;
/** Words in which digits and signs replace letters: "1gn0r3". */
const LEET = /(?<![a-z0-9@$])(?=[0-9@$]*[a-z])(?=[a-z]*[0-9@$])[a-z0-9@$]{4,}(?![a-z0-9@$])/gu;
const LETTERS = inPairs("013457@$", "oieastas");

/** Removes the tricks that disguise an English word from a search but not from a reader. */
export function undisguised(form: PlainForm): PlainForm {
	const joined = withoutGaps(form, DOTTED);
	return { ...joined, text: joined.text.replace(LEET, spellOut) };
}

/** The runs of letters separated by spaces, each joined to one word on a line of its own. */
export function spelledWords({ text, places }: PlainForm): PlainForm {
	const words: string[] = [];
	const kept: number[] = [];
	for (const { index, 0: run } of text.matchAll(SPACED)) {
		words.push(spellOut(run.replaceAll(" ", "")));
		// The last place is that of the line break.
		for (let at = 0; at <= run.length + 1; at += 2)
			kept.push(places[Math.min(index + at, places.length - 1)] ?? 0);
	}
	return { text: words.join("\n"), places: Int32Array.from(kept) };
}

/** Removes every second character of the runs. */
function withoutGaps({ text, places }: PlainForm, runs: RegExp): PlainForm {
	const dropped = new Set<number>();
	for (const { index, 0: run } of text.matchAll(runs))
		for (let at = 1; at < run.length; at += 2) dropped.add(index + at);
	if (dropped.size === 0) return { text, places };
	const isKept = (_: unknown, at: number) => !dropped.has(at);
	return { text: text.split("").filter(isKept).join(""), places: places.filter(isKept) };
}

function spellOut(word: string): string {
	return word.replace(/[0-9@$]/g, (sign) => LETTERS.get(sign) ?? sign);
}
