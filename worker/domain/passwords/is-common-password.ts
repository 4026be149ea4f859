import { normalizeText } from "../text/normalize-text.ts";
import { COMMON_RUNS, COMMON_WORDS } from "./common-words.ts";

/** What a word is followed by where something else was asked for. */
const ENDINGS = ["", "1", "2", "12", "123", "1234", "12345", "!", "1!", "123!"];
/** A password of one sign over and over is in every list, whatever the sign. */
const ONE_SIGN = /^(.)\1*$/su;

let known: ReadonlySet<string> | null = null;

/** Whether it is among the few thousand that are tried first. Case does not count. */
export function isCommonPassword(password: string): boolean {
	const folded = normalizeText(password, "NFC").toLowerCase();
	known ??= new Set([
		...listed(COMMON_RUNS),
		...listed(COMMON_WORDS).flatMap((word) =>
			ENDINGS.map((ending) => word + ending),
		),
	]);
	return known.has(folded) || ONE_SIGN.test(folded);
}

function listed(words: string): string[] {
	return words.split(/\s+/).filter(Boolean);
}
