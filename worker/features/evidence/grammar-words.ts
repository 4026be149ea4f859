import { foldText } from "#text/fold.ts";
import TABLE from "./grammar-words.json" with { type: "json" };

/** Words in folded form. */
export type GrammarWords = {
	/** Subordinating conjunctions that are `SCONJ` in a quarter of their uses or more. */
	subordinators: ReadonlySet<string>;
	/** Negative particles, auxiliaries and pronouns (`Polarity=Neg`, `PronType=Neg`). */
	denials: ReadonlySet<string>;
	/** Words of closed classes, such as articles and pronouns. */
	function_words: ReadonlySet<string>;
};

/**
 * The most frequent words of each kind in the statistics that Universal Dependencies publishes of
 * each treebank, from the up to three largest treebanks of each language.
 */
const WORDS = new Map(TABLE.map((it) => [it.language, grammarOf([it])]));
/** The words of each language that is known. */
export const GRAMMARS: readonly GrammarWords[] = [...WORDS.values()];
/** The words of all languages, for a page whose language is not known. */
const ALL = grammarOf(TABLE);
const NONE = grammarOf([]);

/** The words of a language (BCP 47). */
export function grammarWords(language: string | null): GrammarWords {
	if (language === null) return ALL;
	const primary = language.split("-")[0]?.toLowerCase() ?? "";
	return WORDS.get(primary === "nb" || primary === "nn" ? "no" : primary) ?? NONE;
}

function grammarOf(rows: readonly (typeof TABLE)[number][]): GrammarWords {
	const folded = (lists: string[]) =>
		new Set(lists.flatMap((words) => words.split(" ").map(foldText)).filter(Boolean));
	return {
		subordinators: folded(rows.map((it) => it.subordinators)),
		denials: folded(rows.map((it) => it.denials)),
		function_words: folded(rows.map((it) => it.function_words)),
	};
}
