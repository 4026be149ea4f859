import { foldText } from "#text/fold.ts";
import TABLE from "./clause-words.json" with { type: "json" };

/** Words in folded form. */
export type ClauseWords = { subordinators: ReadonlySet<string>; denials: ReadonlySet<string> };

/**
 * The most frequent subordinating conjunctions (`SCONJ` in a quarter of their uses or more) and
 * the negative particles, auxiliaries and pronouns (`Polarity=Neg`, `PronType=Neg`) in the
 * statistics that Universal Dependencies publishes of each treebank, from the up to three
 * treebanks of each language that have most of them.
 */
const WORDS = new Map<string, ClauseWords>(
	TABLE.map((it) => [
		it.language,
		{ subordinators: folded(it.subordinators), denials: folded(it.denials) },
	]),
);

/** The words of all languages, for a page whose language is not known. */
const ALL: ClauseWords = {
	subordinators: folded(TABLE.map((it) => it.subordinators).join(" ")),
	denials: folded(TABLE.map((it) => it.denials).join(" ")),
};
const NONE: ClauseWords = { subordinators: new Set(), denials: new Set() };

/** The words of a language (BCP 47). */
export function clauseWords(language: string | null): ClauseWords {
	if (language === null) return ALL;
	const primary = language.split("-")[0]?.toLowerCase() ?? "";
	return WORDS.get(primary === "nb" || primary === "nn" ? "no" : primary) ?? NONE;
}

function folded(words: string): ReadonlySet<string> {
	return new Set(words.split(" ").filter(Boolean).map(foldText));
}
