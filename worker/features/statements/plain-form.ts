import { normalizeText } from "#text/normalize.ts";

/** A text in the form in which phrases are searched, with the offsets of the original. */
export type PlainForm = {
	text: string;
	/** For each UTF-16 unit of `text` the offset of its original character. */
	places: Int32Array;
};

const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
const SPACE = /\s/u;
const LATIN = /\p{Script=Latin}/u;

/** Letters that look Latin, and can replace Latin letters to hide a word. */
const LOOKALIKES: Record<string, string> = {
	а: "a",
	е: "e",
	о: "o",
	р: "p",
	с: "c",
	у: "y",
	х: "x",
	і: "i",
	ѕ: "s",
	ј: "j",
	ԁ: "d",
	ԛ: "q",
	ԝ: "w",
	α: "a",
	ο: "o",
	ν: "v",
	ρ: "p",
	ι: "i",
};

/**
 * Compatibility composed, lower case, without invisible characters, every space one plain
 * space. Letters that look Latin become Latin in a word whose other letters are Latin.
 */
export function plainForm(
	source: string,
	/** Letters without the marks above and below them, which hide an English word from a search. */
	{ bare = false } = {},
): PlainForm {
	const pieces: string[] = [];
	const places: number[] = [];
	let spaced = true;
	let offset = 0;
	for (const character of source) {
		const plain = plainCharacter(character, spaced);
		const piece = bare ? withoutMarks(plain) : plain;
		if (piece !== "") {
			spaced = piece.endsWith(" ");
			pieces.push(piece);
			for (let unit = 0; unit < piece.length; unit++) places.push(offset);
		}
		offset += character.length;
	}
	return {
		text: latinWords(pieces.join("")),
		places: Int32Array.from(places),
	};
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

/** Keeps every offset: a lookalike is as long as the Latin letter. */
function latinWords(text: string): string {
	if (!LATIN.test(text) || !/[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(text))
		return text;
	return text.replace(/\p{L}+/gu, (word) =>
		LATIN.test(word)
			? word.replace(/./gu, (letter) => LOOKALIKES[letter] ?? letter)
			: word,
	);
}

/** Single letters with a sign between them: "i.g.n.o.r.e". */
const DOTTED = /(?<![a-z0-9])(?:[a-z0-9][.\-_*·]){3,}[a-z0-9](?![a-z0-9])/gu;
/** A word in which digits and signs stand for letters: "1gn0r3". */
const LEET =
	/(?<![a-z0-9@$])(?=[0-9@$]*[a-z])(?=[a-z]*[0-9@$])[a-z0-9@$]{4,}(?![a-z0-9@$])/gu;
const LETTERS: Record<string, string> = {
	...{ 0: "o", 1: "i", 3: "e", 4: "a", 5: "s", 7: "t" },
	...{ "@": "a", $: "s" },
};

/** The text without the tricks that hide an English word from a search but not from a reader. */
export function undisguised({ text, places }: PlainForm): PlainForm {
	const dropped = new Set<number>();
	for (const { index, 0: word } of text.matchAll(DOTTED))
		for (let at = 1; at < word.length; at += 2) dropped.add(index + at);
	const isKept = (_: unknown, at: number) => !dropped.has(at);
	const joined =
		dropped.size === 0 ? text : text.split("").filter(isKept).join("");
	return {
		text: joined.replace(LEET, (word) =>
			word.replace(/[0-9@$]/g, (sign) => LETTERS[sign] ?? sign),
		),
		places: dropped.size === 0 ? places : places.filter(isKept),
	};
}
