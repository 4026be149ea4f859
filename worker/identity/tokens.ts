import { createHash, randomBytes } from "node:crypto";

/** 256 random bits as 43 characters; what the browser keeps. */
export function newToken(): string {
	return randomBytes(32).toString("base64url");
}

/** What the database keeps: a leaked table opens no session. */
export function hashToken(token: string): string {
	return createHash("sha256").update(token).digest("base64url");
}

/**
 * Some 120 random bits: an id tells neither when nor how many. None begins with a dash, which a
 * spreadsheet reads as a formula and a command line as an option.
 */
export function newId(): string {
	const id = randomBytes(15).toString("base64url");
	return id.startsWith("-") ? newId() : id;
}

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** Lower-case letters and digits only, as an event id's first half must be. */
export function newRunId(): string {
	return Array.from(randomBytes(20), (byte) => ALPHABET[byte % 32]).join("");
}
