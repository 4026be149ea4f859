import { storedText } from "./stored-text.ts";

/** Accents as Latin, Greek and Cyrillic set them; other scripts' marks are letters. */
const ACCENTS = /[\u0300-\u036f]/g;
const SPACES = /\s+/g;

/**
 * A text as search compares it: without case and accents, spaces collapsed.
 * Titles, channel names and queries go through it alike.
 */
export function searchKey(text: string): string {
	return storedText(text)
		.toLowerCase()
		.normalize("NFD")
		.replace(ACCENTS, "")
		.normalize("NFC")
		.replaceAll("ς", "σ")
		.replace(SPACES, " ")
		.trim();
}
