import { createHash } from "node:crypto";
import { foldText } from "#text/fold.ts";
import { splitWords } from "./same-content.ts";

/** Articles, which do not change a claim, by language: "die" is a verb in English. */
const ARTICLES: Readonly<Record<string, ReadonlySet<string>>> = {
	en: new Set(["the", "a", "an"]),
	de: new Set("der die das den dem des ein eine einen einem einer".split(" ")),
	fr: new Set(["le", "la", "les", "un", "une"]),
	es: new Set(["el", "la", "los", "las", "un", "una"]),
};

/** 24 hexadecimal digits (96 bits), so that no two claims share a key by chance. */
const KEY_CHARS = 24;

/**
 * Identifies a claim by its words in order, without articles, case, accents and punctuation.
 * Numbers, units and negations are words. Order counts, because it says who beat whom. A different
 * wording gives a different key.
 */
export function claimKey(content: string, language: string | null): string {
	const [primary = ""] = language?.toLowerCase().split("-") ?? [];
	const articles = ARTICLES[primary];
	const words = splitWords(content).filter((word) => !articles?.has(word));
	return digest([primary, ...words.map(foldWord)].join(" "));
}

/** Numbers are not folded, because folding drops signs and decimal points. */
function foldWord(word: string): string {
	return /\p{L}/u.test(word) ? foldText(word) : word;
}

/** The key of a claim that was said in a certain month, because search results change with time. */
export function saidClaimKey(
	content: string,
	language: string | null,
	said_on: string | null,
): string {
	const month = said_on?.slice(0, "2026-01".length) ?? "";
	return digest(`${claimKey(content, language)} ${month}`);
}

function digest(text: string): string {
	return createHash("sha256").update(text).digest("hex").slice(0, KEY_CHARS);
}
