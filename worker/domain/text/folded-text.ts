import { createFold } from "./fold-text.ts";

/** A text as it is compared, with the way back to the text itself. */
export type FoldedText = {
	text: string;
	/** For each UTF-16 unit of `text` the offset of the character it came from; never falls. */
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
			if (length + piece.length > places.length)
				places = doubled(places, piece);
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
