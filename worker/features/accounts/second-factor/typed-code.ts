import { normalizeText } from "#text/clean.ts";
import { asciiDigit } from "#text/search-words.ts";

/** What people and keyboards put between the parts of a code, in any script. */
const BETWEEN = /[\s\p{Z}\p{P}\u2212\u30fc\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * A code as it was made: digits of every script are one, full width is half width, and spaces,
 * dashes and invisible characters do not count. The only place that reads a typed code.
 */
export function plainCode(typed: string): string {
	return normalizeText(typed, "NFKC")
		.replace(BETWEEN, "")
		.replace(/\p{Nd}/gu, asciiDigit)
		.toLowerCase();
}

/** Whether the plain code is one of an authenticator app, not a recovery code. */
export function isAppCode(plain: string): boolean {
	return /^\d{6}$/.test(plain);
}
