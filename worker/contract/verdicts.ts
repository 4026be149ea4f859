/**
 * The words that evidence is judged by, on the server and in the browser alike.
 * Plain values: the browser takes them without a schema library.
 */

/** What the evidence says of a statement. */
export const VERDICTS = [
	"supported",
	"outdated",
	"missing_context",
	"conflicting",
	"refuted",
	"unverified",
] as const;
export type Verdict = (typeof VERDICTS)[number];
/** A verdict that rests on a page. */
export type CheckedVerdict = Exclude<Verdict, "unverified">;

/** Why a statement is unverified. If several fit, the first in this order is given. */
export const UNVERIFIED_REASONS = [
	"budget",
	"search_failed",
	"no_evidence_found",
	"raters_failed",
	"not_checkable",
	"too_new",
	"quotes_not_found",
	"not_enough",
] as const;
export type UnverifiedReason = (typeof UNVERIFIED_REASONS)[number];

/** The verdict in a word or two, as every screen and document has it. */
export const VERDICT_WORDS: Record<Verdict, string> = {
	supported: "Supported",
	outdated: "No longer true",
	missing_context: "Missing context",
	conflicting: "Sources disagree",
	refuted: "Refuted",
	unverified: "Unverified",
};

/** Why a statement is unverified, for readers: what happened and what it means. */
export const UNVERIFIED_WORDS: Record<UnverifiedReason, string> = {
	budget:
		"The day's search budget ran out before it was checked. A later analysis can check it.",
	search_failed:
		"The sources could not be reached, so nothing was looked up. A fresh analysis asks them again.",
	no_evidence_found:
		"The sources were searched, and no page says anything about it. That does not make it false.",
	raters_failed: "No AI model answered. A fresh analysis asks them again.",
	not_checkable: "It is not a claim that sources can settle.",
	too_new:
		"It may be too recent: the pages that were found are older than what is said.",
	quotes_not_found:
		"The quotes that the models gave are not on the pages, so their answers do not count.",
	not_enough: "The pages that were found do not settle it.",
};

/** What one rater may answer; the last two are abstentions. */
export const RATER_VERDICTS = [
	"supported",
	"refuted",
	"missing_context",
	"conflicting",
	"not_enough_evidence",
	"not_checkable",
] as const;
export type RaterVerdict = (typeof RATER_VERDICTS)[number];

/** What a cited passage does for the statement; "repeats" only says that somebody claims it. */
export const STANCES = ["supports", "refutes", "context", "repeats"] as const;
export type Stance = (typeof STANCES)[number];

/** What a page is, decided by rules. A word for readers, not a score. */
export const PAGE_KINDS = [
	"encyclopedia",
	"government",
	"academic",
	"news",
	"fact_check",
	"reference",
	"organisation",
	"other",
] as const;
export type PageKind = (typeof PAGE_KINDS)[number];

/** Whether it was true when it was said. */
export const WHEN_SAID = ["supported", "refuted", "mixed", "unknown"] as const;
export type WhenSaid = (typeof WHEN_SAID)[number];

/** Whether it is true by now. */
export const TODAY = ["same", "supported", "refuted", "unknown"] as const;
export type Today = (typeof TODAY)[number];

/** Why a quote that a rater gave does not count. */
export const QUOTE_PROBLEMS = [
	"unknown_passage",
	"too_short",
	"too_long",
	"not_found",
	"numbers_differ",
	"unrelated",
] as const;
export type QuoteProblem = (typeof QUOTE_PROBLEMS)[number];

/** The rules by which a page's text is made: another version hashes the same page differently. */
export const CANONICAL_VERSION = 1;

/** What gave a page's date of publication. */
export const DATE_RULES = ["api", "json_ld", "meta", "time", "path"] as const;
export type DateRule = (typeof DATE_RULES)[number];

/** Why a source gave no answer to a search. */
export const SOURCE_FAILURES = [
	"limited",
	"status",
	"unreachable",
	"timeout",
	"bad_answer",
] as const;
export type SourceFailure = (typeof SOURCE_FAILURES)[number];

/** Why a page was not opened. */
export const PAGE_FAILURES = [
	"bad_address",
	"not_public",
	"blocked_host",
	"robots",
	"redirects",
	"status",
	"unreachable",
	"timeout",
] as const;
export type PageFailure = (typeof PAGE_FAILURES)[number];

/** Why an opened page has no text to quote from. */
export const TEXT_PROBLEMS = [
	"too_little_text",
	"blocked",
	"not_text",
] as const;
export type TextProblem = (typeof TEXT_PROBLEMS)[number];

/** Everything that may keep a page from being read; "interrupted" if the run gave up. */
export const PAGE_PROBLEMS = [
	...PAGE_FAILURES,
	"limited",
	"bad_answer",
	...TEXT_PROBLEMS,
	"interrupted",
] as const;
export type PageProblem = (typeof PAGE_PROBLEMS)[number];

/** Whether a quote was still there when its page was last opened. */
export const EVIDENCE_STATES = ["found", "changed", "gone"] as const;

/** What can be searched for pages; the samples belong to demo mode. */
export const SOURCE_IDS = ["wikipedia", "pubmed", "samples"] as const;
export type SourceId = (typeof SOURCE_IDS)[number];

/** What a score rests on: opened pages, or what the models believe. */
export type Basis = "evidence" | "memory";

/** Both ends included. */
export type Interval = { low: number; high: number };

/** The scores that a verdict may have; each range is one band. */
export const VERDICT_RANGES: Record<CheckedVerdict, Interval> = {
	supported: { low: 0, high: 29 },
	outdated: { low: 0, high: 29 },
	missing_context: { low: 30, high: 69 },
	conflicting: { low: 30, high: 69 },
	refuted: { low: 70, high: 100 },
};

/** The score, or the nearest end of the verdict's range. */
export function clampToVerdict(score: number, verdict: CheckedVerdict): number {
	const { low, high } = VERDICT_RANGES[verdict];
	return Math.min(high, Math.max(low, score));
}

/** What the models believe without a source; confidence 0 if they do not know. */
export type Lean = { score: number; confidence: number };

/** The rounded mean of the ratings' leans, or null if none has one. */
export function meanLean(
	ratings: readonly { lean: Lean | null }[],
): Lean | null {
	const leans = ratings.flatMap(({ lean }) => lean ?? []);
	if (leans.length === 0) return null;
	const mean = (values: number[]) =>
		Math.round(values.reduce((sum, it) => sum + it, 0) / values.length);
	return {
		score: mean(leans.map(({ score }) => score)),
		confidence: mean(leans.map(({ confidence }) => confidence)),
	};
}

/** From this distance on, it is said that lean and evidence disagree. */
const FAR_APART = 30;

/** Whether the models believe something else than what the pages say. */
export function isLeanContradicted(statement: {
	basis: Basis;
	ai_score: number;
	ratings: readonly { lean: Lean | null }[];
}): boolean {
	const lean = meanLean(statement.ratings);
	return (
		statement.basis === "evidence" &&
		lean !== null &&
		lean.confidence > 0 &&
		Math.abs(lean.score - statement.ai_score) > FAR_APART
	);
}

/** Whether a page was published after the video; false if a date is not known. */
export function isAfterVideo(
	page_published_at: string | null,
	video_published_at: string | null,
): boolean {
	if (page_published_at === null || video_published_at === null) return false;
	const day = "2026-01-31".length;
	return page_published_at.slice(0, day) > video_published_at.slice(0, day);
}
