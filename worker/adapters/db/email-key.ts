import { storedText } from "./stored-text.ts";

/** The address as it is compared: two spellings with one key are one member's. */
export function emailKey(email: string): string {
	return storedText(email).trim().normalize("NFC").toLowerCase();
}
