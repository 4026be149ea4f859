/**
 * The vocabulary of verdicts and evidence for the server and the browser. This file contains
 * plain values, so that the browser does not load zod.
 */

/** What the evidence says about a statement. */
export const VERDICTS = [
	"supported",
	"outdated",
	"missing_context",
	"conflicting",
	"refuted",
	"unverified",
] as const;
export type Verdict = (typeof VERDICTS)[number];
/** A verdict that is based on an opened page. */
export type CheckedVerdict = Exclude<Verdict, "unverified">;

/** Why a statement is unverified. If several reasons apply, the first in this order is reported. */
export const UNVERIFIED_REASONS = [
	"no_rater",
	"budget",
	"search_failed",
	"no_evidence_found",
	"raters_failed",
	"not_checkable",
	"too_new",
	"quotes_not_found",
	"part_only",
	"not_confirmed",
	"not_enough",
] as const;
export type UnverifiedReason = (typeof UNVERIFIED_REASONS)[number];

/** The display name of each verdict on screens and in documents. */
export const VERDICT_WORDS: Record<Verdict, string> = {
	supported: "Supported",
	outdated: "No longer true",
	missing_context: "Missing context",
	conflicting: "Sources disagree",
	refuted: "Refuted",
	unverified: "Unverified",
};

/** Explains to readers why a statement is unverified. */
export const UNVERIFIED_WORDS: Record<UnverifiedReason, string> = {
	no_rater: "No AI model is set up here. These are the sources; judge for yourself.",
	budget: "The day's search budget ran out before it was checked. A later analysis can check it.",
	search_failed:
		"A search failed or pages could not be opened, so it could not be looked up. A fresh analysis tries again.",
	no_evidence_found:
		"The sources were searched, and no page that could be read is about it. That does not make it false.",
	raters_failed: "No AI model answered. A fresh analysis asks them again.",
	not_checkable: "It is not a claim that sources can settle.",
	too_new:
		"It may be too recent: the pages that were found are older than what the statement is about.",
	quotes_not_found: "The quotes given for it failed the check, so those answers do not count.",
	part_only: "The quotes that were found show only a part of it.",
	not_confirmed: "A second reading of the quotes came to another result than the first.",
	not_enough: "The pages that were found do not settle it.",
};

/** The verdicts that a rater may return; the last two are abstentions. */
export const RATER_VERDICTS = [
	"supported",
	"refuted",
	"missing_context",
	"conflicting",
	"not_enough_evidence",
	"not_checkable",
] as const;
export type RaterVerdict = (typeof RATER_VERDICTS)[number];

/** A cited passage's stance on the statement. "repeats" only says that someone makes the claim. */
export const STANCES = ["supports", "refutes", "context", "repeats"] as const;
export type Stance = (typeof STANCES)[number];

/** How much of a statement the quotes show, by a reading that knows no rating. */
export const SHOWS = ["all", "part", "contrary", "nothing"] as const;
export type Shows = (typeof SHOWS)[number];

/** The type of a page, determined by rules. It is a label for readers, not a score. */
export const PAGE_KINDS = [
	"encyclopedia",
	"government",
	"academic",
	"news",
	"fact_check",
	"reference",
	"organisation",
	"social",
	"other",
] as const;
export type PageKind = (typeof PAGE_KINDS)[number];

/**
 * Whether a verdict may rest on a page: a source named it, not anyone can publish on its site
 * ("social"), and no mark of doubt such as "[citation needed]" stands in the passage. Any other page
 * is shown and never decides alone.
 */
export function canDecide({
	by_member,
	kind,
	doubted = false,
}: {
	by_member: boolean;
	kind: PageKind;
	doubted?: boolean | undefined;
}): boolean {
	return !by_member && kind !== "social" && !doubted;
}

/**
 * What a page that a member brings can do. "named": a source names it when asked for the statement.
 * "known_site": its address is that of a public body, a university, an encyclopedia, a fact checker
 * or a newspaper. "members": any other page, on which no verdict rests. "repeats": all that it says
 * of the statement is the statement itself. "aimed_at_raters": parts of it address the AI that
 * rates. "not_counted": it is retracted, satire or advertising.
 */
export const PAGE_STANDINGS = [
	"named",
	"known_site",
	"members",
	"repeats",
	"aimed_at_raters",
	"not_counted",
] as const;
export type PageStanding = (typeof PAGE_STANDINGS)[number];

/** Whether a verdict may rest on such a page. */
export function canMove(standing: PageStanding): boolean {
	return standing === "named" || standing === "known_site";
}

/** Whether the claim was true at the time of the video. */
export const WHEN_SAID = ["supported", "refuted", "mixed", "unknown"] as const;
export type WhenSaid = (typeof WHEN_SAID)[number];

/** Whether the claim is true today. */
export const TODAY = ["same", "supported", "refuted", "unknown"] as const;
export type Today = (typeof TODAY)[number];

/** Why a rater's quote fails the quote check. */
export const QUOTE_PROBLEMS = [
	"unknown_passage",
	"too_short",
	"too_long",
	"not_found",
	"numbers_differ",
	"unrelated",
] as const;
export type QuoteProblem = (typeof QUOTE_PROBLEMS)[number];

/**
 * The version of the rules for a page's canonical text. Another version hashes the same page
 * differently.
 */
export const CANONICAL_VERSION = 3;

/** Where a page's publication date was found. */
export const DATE_RULES = ["api", "json_ld", "meta", "time", "path", "text"] as const;
export type DateRule = (typeof DATE_RULES)[number];

/**
 * What publisher, index or site say of a page beside its text, the gravest first. The "retracted"
 * paper may be so in part; a "retraction_notice" retracts another one; "corrected": a correction
 * was published; "preprint_published": the preprint has a final form elsewhere.
 */
export const PAGE_NOTICES = [
	"retracted",
	"retraction_notice",
	"satire",
	"advertising",
	"expression_of_concern",
	"corrected",
	"preprint_published",
	"preprint",
] as const;
export type PageNotice = (typeof PAGE_NOTICES)[number];

/** Whether no verdict rests on such a page, and no rater is given its passages. */
export function isNotCounted(notice: PageNotice | null | undefined): boolean {
	return UNCOUNTED.some((it) => it === notice);
}

const UNCOUNTED: readonly PageNotice[] = [
	"retracted",
	"retraction_notice",
	"satire",
	"advertising",
];

/** The gravest of them; null if there is none. */
export function gravestNotice(
	notices: readonly (PageNotice | null | undefined)[],
): PageNotice | null {
	return PAGE_NOTICES.find((notice) => notices.includes(notice)) ?? null;
}

/** Why a search in a source failed. */
export const SOURCE_FAILURES = [
	"limited",
	"status",
	"unreachable",
	"timeout",
	"bad_answer",
] as const;
export type SourceFailure = (typeof SOURCE_FAILURES)[number];

/** Why a search brought nothing; "budget" if the day had no room for one that costs money. */
export const SEARCH_FAILURES = [...SOURCE_FAILURES, "budget"] as const;

/** Why a page could not be opened. */
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

/**
 * Why an opened page has no text to quote from. "unreadable" means that a document could not be read
 * within its limits of time and memory, "too_large" that the part of it that may be opened could not.
 */
export const TEXT_PROBLEMS = [
	"too_little_text",
	"blocked",
	"not_text",
	"unreadable",
	"too_large",
] as const;
export type TextProblem = (typeof TEXT_PROBLEMS)[number];

/** What a page is for, if it is not about a matter: such pages are never evidence. */
export const PAGE_PURPOSES = [
	"front_page",
	"search_page",
	"list_page",
	"profile_page",
	"log_in_page",
] as const;
export type PagePurpose = (typeof PAGE_PURPOSES)[number];

/**
 * Every reason why a page was not read. "interrupted" means that the run ended first, or that
 * reading the page ended the process.
 */
export const PAGE_PROBLEMS = [
	...PAGE_FAILURES,
	"limited",
	"bad_answer",
	...TEXT_PROBLEMS,
	...PAGE_PURPOSES,
	"interrupted",
] as const;
export type PageProblem = (typeof PAGE_PROBLEMS)[number];

/** Whether the quote was still on the page when the page was last opened. */
export const EVIDENCE_STATES = ["found", "changed", "gone"] as const;

/** The sources that can be searched. "samples" is used in demo mode only. */
export const SOURCE_IDS = [
	"wikipedia",
	"pubmed",
	"brave",
	"searxng",
	"factcheck",
	"samples",
] as const;
export type SourceId = (typeof SOURCE_IDS)[number];

/** What a score is based on: opened pages, or the models' beliefs. */
export type Basis = "evidence" | "memory";

/** Both ends are included. */
export type Interval = { low: number; high: number };

/** The allowed score range of each verdict; every range is one band. */
export const VERDICT_RANGES: Record<CheckedVerdict, Interval> = {
	supported: { low: 0, high: 29 },
	outdated: { low: 0, high: 29 },
	missing_context: { low: 30, high: 69 },
	conflicting: { low: 30, high: 69 },
	refuted: { low: 70, high: 100 },
};

export function clampToVerdict(score: number, verdict: CheckedVerdict): number {
	const { low, high } = VERDICT_RANGES[verdict];
	return Math.min(high, Math.max(low, score));
}

/** What a model believes without a source. Confidence 0 means that it does not know. */
export type Lean = { score: number; confidence: number };

/** The rounded mean of the ratings' leans, or null if none has one. */
export function meanLean(ratings: readonly { lean: Lean | null }[]): Lean | null {
	const leans = ratings.flatMap(({ lean }) => lean ?? []);
	if (leans.length === 0) return null;
	const mean = (values: number[]) =>
		Math.round(values.reduce((sum, it) => sum + it, 0) / values.length);
	return {
		score: mean(leans.map(({ score }) => score)),
		confidence: mean(leans.map(({ confidence }) => confidence)),
	};
}

/** From this difference on, readers are informed that the lean and the evidence disagree. */
const FAR_APART = 30;

/** Whether the models' lean differs strongly from the score that the evidence gives. */
export function isLeanContradicted(statement: {
	ai_score: number | null;
	verdict: Verdict | null;
	ratings: readonly { lean: Lean | null }[];
}): boolean {
	const lean = meanLean(statement.ratings);
	return (
		statement.verdict !== null &&
		statement.ai_score !== null &&
		lean !== null &&
		lean.confidence > 0 &&
		Math.abs(lean.score - statement.ai_score) > FAR_APART
	);
}

/** Whether a page was published on a later day than the video; false if either date is unknown. */
export function isAfterVideo(
	page_published_at: string | null,
	video_published_at: string | null,
): boolean {
	if (page_published_at === null || video_published_at === null) return false;
	const day = "2026-01-31".length;
	return page_published_at.slice(0, day) > video_published_at.slice(0, day);
}
