import { cleanText } from "./clean-text.ts";
import { markTurns, TURN } from "./mark-turns.ts";
import { stripMarkup } from "./strip-markup.ts";

/**
 * Untimed text, cleaned. Lines are joined by a space, since many texts are
 * wrapped; paragraphs and speakers are set apart by an empty line.
 */
export function parsePlainText(text: string): string {
	return text
		.replace(/\r\n?/g, "\n")
		.split(/\n[^\S\n]*\n\s*/u)
		.flatMap((paragraph) => markTurns(stripMarkup(paragraph).text).split(TURN))
		.map(cleanText)
		.filter((line) => line !== "")
		.join(TURN);
}
