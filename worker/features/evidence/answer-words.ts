import * as z from "zod";
import type { RaterVerdict, Stance } from "#contract/verdicts.ts";

/** Words that models write for a field's own words. The keys are in the form of `wordKey`. */
type Synonyms<Word extends string> = Readonly<Record<string, Word>>;

export const STANCE_WORDS: Synonyms<Stance> = {
	support: "supports",
	supported: "supports",
	supporting: "supports",
	confirms: "supports",
	refute: "refutes",
	refuted: "refutes",
	refuting: "refutes",
	contradict: "refutes",
	contradicts: "refutes",
	contradicting: "refutes",
	gives_context: "context",
	giving_context: "context",
	adds_context: "context",
	provides_context: "context",
	context_only: "context",
	only_context: "context",
	repeat: "repeats",
	repeating: "repeats",
	only_repeats: "repeats",
	repeats_only: "repeats",
	repeats_the_claim: "repeats",
	only_repeats_the_claim: "repeats",
};

export const VERDICT_WORDS: Synonyms<RaterVerdict> = {
	support: "supported",
	supports: "supported",
	refute: "refuted",
	refutes: "refuted",
	contradicted: "refuted",
	lacks_context: "missing_context",
	needs_context: "missing_context",
	conflicting_evidence: "conflicting",
	not_enough: "not_enough_evidence",
	not_enough_info: "not_enough_evidence",
	not_enough_information: "not_enough_evidence",
	insufficient_evidence: "not_enough_evidence",
	uncheckable: "not_checkable",
};

/** For the fields that say how a claim stood at a time. */
export const SIDE_WORDS: Synonyms<"supported" | "refuted"> = {
	support: "supported",
	supports: "supported",
	refute: "refuted",
	refutes: "refuted",
};

/** Longer texts are sentences rather than words. */
const MAX_WORD_CHARS = 40;

/**
 * Reads one of the words, written in any case and with spaces or hyphens, or a synonym of one. Any
 * other value is an issue.
 */
export function oneWord<Word extends string>(
	words: readonly Word[],
	synonyms: Synonyms<Word> = {},
): z.ZodType<Word> {
	return z
		.string()
		.max(MAX_WORD_CHARS)
		.transform((text, context) => {
			const key = wordKey(text);
			const word = words.find((it) => it === key) ?? new Map(Object.entries(synonyms)).get(key);
			if (word !== undefined) return word;
			context.addIssue("not one of the words");
			return z.NEVER;
		});
}

/** "Not enough evidence" and "NOT-ENOUGH-EVIDENCE" are "not_enough_evidence". */
function wordKey(text: string): string {
	return text
		.trim()
		.toLowerCase()
		.replace(/[^a-z]+/g, "_")
		.replace(/^_|_$/g, "");
}
