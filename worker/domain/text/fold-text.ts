import { normalizeText } from "./normalize-text.ts";

const NOT_COMPARED = /[^\p{L}\p{M}\p{N}]|\p{Default_Ignorable_Code_Point}/gu;

/**
 * Turns code points into the form in which texts are compared: compatibility
 * decomposed, without case, letters, marks and numbers only; "" for all others.
 * Each code point is folded alone, so that places can be mapped back; decomposed
 * rather than composed, so that "é" and "e" with an accent fold alike. Upper
 * case first joins what lower case alone keeps apart ("ß" and "ss", both sigmas).
 */
export function createFold(): (character: string) => string {
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

/** A whole text in the form in which texts are compared. */
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
