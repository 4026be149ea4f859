import type { Typesetter } from "./typesetter.ts";

export type Block = { size: number; lines: string[] };
/** A font size and the maximum number of lines. */
type Setting = { size: number; most: number };

const ELLIPSIS = "…";

/**
 * Breaks a text into lines of at most `width` pixels, with the first setting that fits. With the
 * last setting the text is truncated.
 */
export function setLines(
	text: string,
	width: number,
	settings: readonly [Setting, ...Setting[]],
	typesetter: Typesetter,
): Block {
	let block: Block = { size: settings[0].size, lines: [] };
	for (const { size, most } of settings) {
		const fits = (line: string) => typesetter.width(line, size) <= width;
		const lines = breakLines(text, fits);
		if (lines.length <= most) return { size, lines };
		const last = cutToFit(lines.slice(most - 1).join(" "), fits);
		block = { size, lines: [...lines.slice(0, most - 1), last] };
	}
	return block;
}

/** Returns the text, or its start with an ellipsis if it is too long. */
export function cutToFit(text: string, fits: (line: string) => boolean) {
	if (fits(text)) return text;
	const characters = [...text];
	while (characters.length > 0) {
		characters.pop();
		const cut = characters.join("").trimEnd() + ELLIPSIS;
		if (fits(cut)) return cut;
	}
	return ELLIPSIS;
}

function breakLines(text: string, fits: (line: string) => boolean): string[] {
	const lines: string[] = [];
	let line = "";
	for (const word of text.split(" ").flatMap((it) => pieces(it, fits))) {
		const longer = line === "" ? word : `${line} ${word}`;
		if (fits(longer)) line = longer;
		else {
			lines.push(line);
			line = word;
		}
	}
	return line === "" ? lines : [...lines, line];
}

/** Splits a word that is longer than a line. */
function pieces(word: string, fits: (line: string) => boolean): string[] {
	if (fits(word)) return [word];
	const found: string[] = [];
	let piece = "";
	for (const character of word) {
		if (piece !== "" && !fits(piece + character)) {
			found.push(piece);
			piece = "";
		}
		piece += character;
	}
	return [...found, piece];
}
