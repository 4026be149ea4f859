import { normalizeText } from "./normalize.ts";

/** Lone surrogates (an emoji cut in half) and NUL: legal in a JavaScript string, not in SQLite text. */
const NOT_STORABLE = /\p{Surrogate}|\0/gu;

/**
 * The text as both engines can keep it. libSQL answers 500 to every read of a
 * row with a lone surrogate, and SQLite's own functions stop at a NUL.
 */
export function storedText(text: string): string {
	return text.replace(NOT_STORABLE, (bad) => (bad === "\0" ? "" : "\uFFFD"));
}

/** The address as it is compared: two spellings with one key are one member's. */
export function emailKey(email: string): string {
	return normalizeText(storedText(email).trim(), "NFC").toLowerCase();
}
