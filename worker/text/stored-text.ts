import { normalizeText } from "./normalize.ts";

/**
 * Lone surrogates (half an emoji) and NUL, which are valid in JavaScript strings but not in
 * SQLite texts.
 */
const NOT_STORABLE = /\p{Surrogate}|\0/gu;

/**
 * Converts a text to a form that both engines can store. libSQL answers 500 to every read of a
 * row with a lone surrogate, and SQLite's functions stop at a NUL.
 */
export function storedText(text: string): string {
	return text.replace(NOT_STORABLE, (bad) => (bad === "\0" ? "" : "\uFFFD"));
}

/** Normalises a mail address. Spellings with the same key belong to the same member. */
export function emailKey(email: string): string {
	return normalizeText(storedText(email).trim(), "NFC").toLowerCase();
}
