import { normalizeText } from "./clean.ts";

const NOT_COMPARED = /[^\p{L}\p{M}\p{N}]|\p{Default_Ignorable_Code_Point}/gu;

/**
 * Creates a function that folds a code point for comparison: compatibility decomposed,
 * case-insensitive, letters, marks and numbers only; "" for all others. Each code point is folded
 * alone, so that offsets can be mapped back. Decomposition makes a precomposed "é" equal to "e"
 * with a combining accent. Upper-casing comes first, because it unifies forms that lower-casing
 * keeps apart ("ß" and "ss", both sigmas).
 */
function createFold(): (character: string) => string {
	const known = new Map<string, string>();
	return (character) => {
		const code = character.charCodeAt(0);
		if (code < 0x80) return foldAscii(character, code);
		const earlier = known.get(character);
		if (earlier !== undefined) return earlier;
		const folded = normalizeText(character, "NFKD")
			.toUpperCase()
			.toLowerCase()
			.replace(NOT_COMPARED, "");
		known.set(character, folded);
		return folded;
	};
}

/** Folds a whole text for comparison. */
export function foldText(text: string): string {
	const fold = createFold();
	let folded = "";
	for (const character of text) folded += fold(character);
	return folded;
}

function foldAscii(character: string, code: number): string {
	const lower = code >= 0x61 && code <= 0x7a;
	const digit = code >= 0x30 && code <= 0x39;
	if (lower || digit) return character;
	const upper = code >= 0x41 && code <= 0x5a;
	return upper ? String.fromCharCode(code + 0x20) : "";
}

/** A folded text with the offsets of the original. */
export type FoldedText = {
	text: string;
	/** For each UTF-16 unit of `text`, the offset of its original character; never decreases. */
	places: Int32Array;
};

/** Folds a text in one pass. */
export function foldWithPlaces(source: string): FoldedText {
	const fold = createFold();
	const pieces: string[] = [];
	let places: Int32Array = new Int32Array(source.length);
	let length = 0;
	let offset = 0;
	for (const character of source) {
		const piece = fold(character);
		if (piece !== "") {
			if (length + piece.length > places.length) places = doubled(places, piece);
			places.fill(offset, length, length + piece.length);
			length += piece.length;
			pieces.push(piece);
		}
		offset += character.length;
	}
	return { text: pieces.join(""), places: places.subarray(0, length) };
}

function doubled(places: Int32Array, piece: string): Int32Array {
	const larger = new Int32Array(places.length * 2 + piece.length);
	larger.set(places);
	return larger;
}
