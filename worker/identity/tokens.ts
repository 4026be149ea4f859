import { createHash, randomBytes, randomInt } from "node:crypto";

/** 256 random bits as 43 characters, for the browser. */
export function newToken(): string {
	return randomBytes(32).toString("base64url");
}

/** The database stores hashes only, so that a leaked table gives no access. */
export function hashToken(token: string): string {
	return createHash("sha256").update(token).digest("base64url");
}

/**
 * About 120 random bits, so that an id reveals neither a date nor a count. No id starts with a
 * dash, which spreadsheets interpret as a formula and command lines as an option.
 */
export function newId(): string {
	const id = randomBytes(15).toString("base64url");
	return id.startsWith("-") ? newId() : id;
}

/** No vowels, so that no code spells a word. No 0 and 1, because they look like letters. */
const TYPED = "BCDFGHJKMNPQRSTVWXYZ23456789";

/** A code that people type from a screen or a mail. */
export function newTypedCode(length: number): string {
	return Array.from({ length }, () => TYPED[randomInt(TYPED.length)]).join("");
}

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** Lower-case letters and digits only, because event ids start with it. */
export function newRunId(): string {
	return Array.from(randomBytes(20), (byte) => ALPHABET[byte % 32]).join("");
}
