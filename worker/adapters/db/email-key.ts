import { normalizeText } from "#domain/text/normalize-text.ts";
import { storedText } from "./stored-text.ts";

/** The address as it is compared: two spellings with one key are one member's. */
export function emailKey(email: string): string {
	return normalizeText(storedText(email).trim(), "NFC").toLowerCase();
}
