import { randomInt } from "node:crypto";

/** No vowels, so that no word comes of it; no 0 and 1, which pass for letters. */
const ALPHABET = "BCDFGHJKMNPQRSTVWXYZ23456789";
/** 28^6 are 480 million: nobody finds another member's by trying. */
const LENGTH = 6;

/** Short enough to be typed into a channel's description from a phone. */
export function newClaimCode(): string {
	const letters = Array.from(
		{ length: LENGTH },
		() => ALPHABET[randomInt(ALPHABET.length)],
	);
	return `bs-${letters.join("")}`;
}
