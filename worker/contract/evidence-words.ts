import { HIGH_FROM, MODERATE_FROM } from "./bands.ts";
import type { Rating } from "./statement.ts";
import {
	isLeanContradicted,
	meanLean,
	type PageKind,
	type PageNotice,
	type RaterVerdict,
	type SourceId,
	type Stance,
	UNVERIFIED_WORDS,
	type UnverifiedReason,
	VERDICT_WORDS,
	type Verdict,
} from "./verdicts.ts";

/** Sentences and thresholds about evidence, used by the report and by the pages that explain it. */

/** A score needs at least this many checked statements, or all of them if the video has fewer. */
export const LEAST_CHECKED = 3;
/** A score needs at least this share of the checkable statements checked. */
export const LEAST_SHARE = 1 / 3;

export const TOO_LITTLE_SENTENCE =
	"We found no page that settles most of the statements. A rating without a source is not a verdict, so there is no score.";

export const NO_SOURCE_ANSWERED =
	"Searches failed or pages could not be opened, so nothing could be looked up. A rating without a source is not a verdict, so there is no score.";

/** Why a statement is unverified, by the sources that its run asked. */
export function unverifiedSentence(reason: UnverifiedReason, sources: readonly SourceId[]): string {
	const sample = sources.length > 0 && sources.every((it) => it === "samples");
	return sample && reason === "no_evidence_found"
		? "Only the sample pages were searched, and none of them is about it. That does not make it false."
		: UNVERIFIED_WORDS[reason];
}

export const PAGE_KIND_WORDS: Record<PageKind, string> = {
	encyclopedia: "Encyclopedia",
	government: "Government",
	academic: "Academic",
	news: "News",
	fact_check: "Fact check",
	reference: "Reference",
	organisation: "Organization",
	social: "Anyone can publish here",
	other: "Website",
};

/** What a page is or bears, as a note about it. */
export const PAGE_NOTICE_WORDS: Record<PageNotice, string> = {
	retracted: "Retracted",
	retraction_notice: "Notice of a retraction",
	satire: "Satire",
	advertising: "Advertising",
	expression_of_concern: "Its publisher published an expression of concern",
	corrected: "Corrected since it was published",
	preprint: "Preprint, not reviewed by other researchers",
	preprint_published: "Preprint, published in its final form since",
};

export const STANCE_WORDS: Record<Stance, string> = {
	supports: "For",
	refutes: "Against",
	context: "Context",
	repeats: "Repeats the claim",
};

export const SOURCE_NAMES: Record<SourceId, string> = {
	wikipedia: "Wikipedia",
	pubmed: "PubMed",
	brave: "Brave Search",
	searxng: "SearXNG",
	factcheck: "Google Fact Check Tools",
	samples: "Sample pages",
};

/** What one model concluded from the passages. */
export const RATER_VERDICT_WORDS: Record<RaterVerdict, string> = {
	supported: VERDICT_WORDS.supported,
	refuted: VERDICT_WORDS.refuted,
	missing_context: VERDICT_WORDS.missing_context,
	conflicting: VERDICT_WORDS.conflicting,
	not_enough_evidence: "Not enough evidence",
	not_checkable: "Not checkable",
};

type Rated = {
	verdict: Verdict | null;
	ai_score: number | null;
	ratings: readonly Pick<Rating, "lean" | "status">[];
};

function leanWords(score: number, { ratings }: Rated): string {
	const leaning = ratings.filter(({ lean }) => lean !== null);
	const simulated = leaning.some(({ status }) => status === "simulated");
	const rater = simulated ? "simulated rater" : "model";
	const who = leaning.length === 1 ? `${rater} leans` : `${rater}s lean`;
	return `${who} ${leanWord(score)}`;
}

/** The direction of a lean, after "leans". Screens show it in words, never as a number. */
export function leanWord(score: number): string {
	if (score < MODERATE_FROM) return "true";
	return score < HIGH_FROM ? "neither way" : "false";
}

/**
 * For example "The models lean false, without a source.", or "From memory, the models lean false." if
 * quotes were found; null if the models do not know.
 */
export function leanSentence(statement: Rated & { evidence: readonly unknown[] }): string | null {
	const lean = meanLean(statement.ratings);
	if (lean === null || lean.confidence === 0) return null;
	const words = leanWords(lean.score, statement);
	return statement.evidence.length > 0
		? `From memory, the ${words}.`
		: `The ${words}, without a source.`;
}

/** A sentence saying that the sources contradict the models' lean; null if they do not. */
export function leanGapSentence(statement: Rated): string | null {
	const lean = meanLean(statement.ratings);
	const { verdict, ai_score } = statement;
	if (lean === null || verdict === null || !isLeanContradicted(statement)) return null;
	return `From memory, the ${leanWords(lean.score, statement)}. With the sources it is ${ai_score}: ${VERDICT_WORDS[verdict].toLowerCase()}.`;
}

/** The quote, with an ellipsis if it ends within a sentence. */
export function quoteWords(quote: string): string {
	return /[,;:–—-]$/.test(quote) ? `${quote} …` : quote;
}

/** Whether a rating is included in a checked statement's score. */
export function isCounting({
	status,
	verdict,
}: {
	status: "ok" | "unsupported" | "failed" | "simulated";
	verdict: RaterVerdict | null;
}): boolean {
	return (
		(status === "ok" || status === "simulated") &&
		verdict !== null &&
		verdict !== "not_enough_evidence" &&
		verdict !== "not_checkable"
	);
}

/**
 * Whether a rating is included in its model's average. In a run with sources, only ratings of
 * statements that have a verdict are.
 */
export function isInAverage<T extends Parameters<typeof isCounting>[0] & { score: number | null }>(
	{ verdict }: { verdict: Verdict | null },
	rating: T,
): rating is T & { score: number } {
	return rating.score !== null && (verdict === null || isCounting(rating));
}

/**
 * Whether the speaker's words differ from the checked sentence in more than case and punctuation.
 */
export function isSaidOtherwise(statement: { content: string; quote: string }): boolean {
	const { content, quote } = statement;
	return quote !== "" && plainWords(quote) !== plainWords(content);
}

function plainWords(text: string): string {
	return text
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, " ")
		.trim();
}
