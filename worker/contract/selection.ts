import { plural } from "./format.ts";
import { PROVIDER_NAMES, PROVIDERS } from "./providers.ts";

/** Who can extract a video's statements: a model, the sentence heuristic, or a sample's author. */
export const EXTRACTED_BY = [...PROVIDERS, "heuristic", "sample"] as const;
export type ExtractedBy = (typeof EXTRACTED_BY)[number];

export const EXTRACTED_BY_WORDS: Record<ExtractedBy, string> = {
	...PROVIDER_NAMES,
	heuristic: "A word rule, no AI model",
	sample: "The sample's author",
};

/** Why a model leaves out a sentence that looks like a claim. */
export const MODEL_REASONS = [
	"opinion",
	"prediction",
	"personal",
	"joke",
	"advertising",
	"quoted_to_reject",
] as const;
export type ModelReason = (typeof MODEL_REASONS)[number];

/** Why a statement that was found is not rated. */
export const LEFT_OUT_REASONS = ["over_limit", ...MODEL_REASONS, "duplicate"] as const;
export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number];

export const LEFT_OUT_WORDS: Record<LeftOutReason, string> = {
	over_limit: "Found, but others matter more",
	opinion: "An opinion",
	prediction: "A prediction",
	personal: "About the speaker's own life",
	joke: "A joke",
	advertising: "Advertising",
	quoted_to_reject: "Quoted only to reject it",
	duplicate: "Said more than once",
};

/** The maximum number of left-out statements that a report lists. */
export const MAX_LEFT_OUT = 100;

type Counts = { found: number; chosen: number };

/** Explains how the rated statements were chosen. */
export const SPREAD_SENTENCE = "The ones that matter most are rated, across the whole video.";

/** The heading of a list of left-out statements. */
export function listedWords({ found, chosen }: Counts, listed: number): string {
	return listed < found - chosen
		? `The first ${listed} of those left out`
		: "What was left out, and why";
}

/** For example "40 statements found, 24 rated, 16 left out." */
export function selectionSentence({ found, chosen }: Counts): string {
	const left_out = found - chosen;
	return left_out > 0
		? `${plural(found, "statement")} found, ${chosen} rated, ${left_out} left out.`
		: `${plural(found, "statement")} found, all rated.`;
}

/** Why a report has no statements, with what a simple rule finds where the model found none. */
export function nothingFoundWords(found_by_rule: number | undefined): string {
	return found_by_rule === undefined
		? "The transcript contains no factual statements that can be checked: opinions, stories and music are not rated. A fresh analysis may find some."
		: `The model found nothing to check; a simple rule finds ${found_by_rule} sentences. A fresh analysis may find some.`;
}

/** The languages in which what the rule finds was measured with an F1 of .6 or more. */
const MEASURED = /^en\b/i;

/**
 * What to know of statements that a rule found in another language, in which it was measured below
 * that or never. null if nothing, or if the language is unknown.
 */
export function ruleNote(
	by: (typeof EXTRACTED_BY)[number] | undefined,
	language: string | undefined,
): string | null {
	if (by !== "heuristic" || language === undefined || MEASURED.test(language)) return null;
	return "These statements were found by a simple rule; choose a model for this language.";
}
