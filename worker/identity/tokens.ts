import { createHash, randomBytes } from "node:crypto";

/** 256 random bits as 43 characters, for the browser. */
export function newToken(): string {
	return randomBytes(32).toString("base64url");
}

/** The database stores hashes only, so that a leaked table opens no session. */
export function hashToken(token: string): string {
	return createHash("sha256").update(token).digest("base64url");
}

/**
 * About 120 random bits: an id reveals neither a date nor a count. None starts with a
 * dash, which spreadsheets read as a formula and command lines as an option.
 */
export function newId(): string {
	const id = randomBytes(15).toString("base64url");
	return id.startsWith("-") ? newId() : id;
}

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** Lower-case letters and digits only: an event id starts with it. */
export function newRunId(): string {
	return Array.from(randomBytes(20), (byte) => ALPHABET[byte % 32]).join("");
}
