import { normalizeText } from "#domain/text/normalize-text.ts";
import { storedText } from "./stored-text.ts";

/** Accents as Latin, Greek and Cyrillic set them; other scripts' marks are letters. */
const ACCENTS = /[\u0300-\u036f]/g;
const SPACES = /\s+/g;

/**
 * A text as search compares it: without case and accents, spaces collapsed.
 * Titles, channel names and queries go through it alike.
 */
export function searchKey(text: string): string {
	const parted = normalizeText(storedText(text).toLowerCase(), "NFD");
	return normalizeText(parted.replace(ACCENTS, ""), "NFC")
		.replaceAll("ς", "σ")
		.replace(SPACES, " ")
		.trim();
}
