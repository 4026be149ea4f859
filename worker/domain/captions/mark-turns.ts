import { cleanText } from "./clean-text.ts";

/**
 * What stands before a new speaker's words: an empty line, as in a written
 * interview. No cue holds any other line break.
 */
export const TURN = "\n\n";

/**
 * A dash that opens a line, as in "- Really?" and "-Really?". Before a digit it
 * needs its space: "-5" is a number.
 */
const TURN_DASH = /^\s*[-–](?:\s+|(?=[\p{L}"“'‘([♪]))/u;
const TURN_MARK = /(?:^|\s)>{2,}(?=$|[\s\p{L}\p{N}"“'‘([♪-])/gu;

/**
 * A caption's lines as one text. A change of speaker, in files a ">>" or a dash
 * that opens a line, becomes an empty line: it is no word, nobody reads it out,
 * and no sentence runs across it. So a text that starts with TURN is a new
 * speaker's, and one that ends with it says that the next caption is.
 */
export function markTurns(text: string): string {
	const marked = text
		.split(/\r\n|[\r\n]/)
		.map((line) => line.replace(TURN_DASH, ">> "))
		.join(" ");
	const pieces = marked.split(TURN_MARK).map(cleanText);
	const inner = pieces.slice(1, -1).filter((piece) => piece !== "");
	const first = pieces[0] ?? "";
	const last = pieces.length > 1 ? [pieces.at(-1) ?? ""] : [];
	return [first, ...inner, ...last].join(TURN);
}
