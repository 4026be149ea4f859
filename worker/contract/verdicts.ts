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
