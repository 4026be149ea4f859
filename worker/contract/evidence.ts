import * as z from "zod";
import { Instant, Provider, StatementId } from "./ids.ts";
import { MAX_LINK_CHARS } from "./limits.ts";
import {
	DATE_RULES,
	EVIDENCE_STATES,
	PAGE_KINDS,
	PAGE_NOTICES,
	PAGE_PROBLEMS,
	PAGE_STANDINGS,
	QUOTE_PROBLEMS,
	SEARCH_FAILURES,
	SOURCE_IDS,
	STANCES,
} from "./verdicts.ts";

/** YYYY-MM-DD. */
const Day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const Percent = z.int().min(0).max(100);

/** What models believe without a source. Confidence 0 means that they do not know. */
export const Lean = z.object({ score: Percent, confidence: Percent });

export const Basis = z.enum(["evidence", "memory"]);
export const SourceId = z.enum(SOURCE_IDS);

/** Both ends are included. */
export const Interval = z.object({ low: Percent, high: Percent });

/** How many of the statements that sources can settle have a verdict. */
export const Coverage = z.object({ checkable: z.int().min(0), checked: z.int().min(0) });
export type Coverage = z.infer<typeof Coverage>;

const Count = z.int().min(0);

/**
 * How many of the counted statements came out how. Without sources they are counted by the band of
 * their scores: `holds`, `lacks_context`, `refuted`.
 */
export const Finding = z.object({
	holds: Count,
	/** True when it was said, and no longer. */
	outdated: Count,
	lacks_context: Count,
	sources_disagree: Count,
	refuted: Count,
	unverified: Count,
});
export type Finding = z.infer<typeof Finding>;

export const EvidenceId = z.string().regex(/^[0-9a-f]{24}$/);

/** What a published fact check says of a claim, on its own page: its publisher's word, never ours. */
export const FactCheckReview = z.object({
	claim: z.string(),
	publisher: z.string(),
	rating: z.string(),
	reviewed_at: Day.nullable(),
});
export type FactCheckReview = z.infer<typeof FactCheckReview>;

/** A published fact check of a claim, as readers see it. */
export const FactCheck = z.object({
	publisher: z.string(),
	published_at: Day.nullable(),
	rating: z.string(),
	url: z.string(),
});
export type FactCheck = z.infer<typeof FactCheck>;

/** A verbatim passage of a page that no model has rated. */
export const FoundPassage = z.object({
	url: z.string(),
	title: z.string(),
	site: z.string(),
	kind: z.enum(PAGE_KINDS),
	published_at: Day.nullable(),
	text: z.string(),
});
export type FoundPassage = z.infer<typeof FoundPassage>;

/** A page with a quote that code found on it, and the quote's stance on the statement. */
export const Evidence = z.object({
	id: EvidenceId,
	url: z.string(),
	/** The address that was read: after redirects, or the permanent address of a revision. */
	final_url: z.string(),
	title: z.string(),
	site: z.string(),
	kind: z.enum(PAGE_KINDS),
	/** What was known of the page beside its text when it was read; null if nothing was. */
	notice: z.enum(PAGE_NOTICES).nullable(),
	published_at: Day.nullable(),
	published_by: z.enum(DATE_RULES).nullable(),
	fetched_at: Instant,
	content_hash: z.string(),
	/** The version of the rules for canonical text, by which the hash and the offset were made. */
	canonical_version: z.int().min(1),
	quote: z.string(),
	quote_start: z.int().min(0),
	before: z.string(),
	after: z.string(),
	stance: z.enum(STANCES),
	cited_by: z.array(Provider),
	cluster: z.int().min(1),
	archived_url: z.string().nullable(),
	/**
	 * Whether the quote was still on the page when the page was last opened. "changed": the page
	 * has other text without it. "gone": there is no such page any more.
	 */
	state: z.enum(EVIDENCE_STATES),
	reopened_at: Instant.nullable(),
	/** When the page was first found to be retracted after it was read; null if it was not. */
	retracted_at: Instant.nullable(),
	/**
	 * The hash of the page's text then; null if there was no text, no opening, or other rules for
	 * canonical text than those of `content_hash`.
	 */
	reopened_hash: z.string().nullable(),
	/**
	 * Since when the rules for canonical text read the page differently where it has the quote; null
	 * if they do not. The page has not changed there, but its earlier reading may have been false.
	 */
	read_differently_at: Instant.nullable(),
	review: FactCheckReview.nullable(),
	/** Whether a member added the page; if so, no source returned it for this statement. */
	by_member: z.boolean(),
	/** Whether the quote's passage bears a mark of doubt, such as "[citation needed]". */
	doubted: z.boolean(),
});
export type Evidence = z.infer<typeof Evidence>;

export const EvidenceSearch = z.object({
	statement_id: StatementId,
	source: SourceId,
	query: z.string(),
	hits: z.int().min(0),
	failure: z.enum(SEARCH_FAILURES).nullable(),
	/** When it was made, if an analysis before this one made it for the same claim. */
	searched_at: Instant.optional(),
});
export type EvidenceSearch = z.infer<typeof EvidenceSearch>;

/** A page that was found, and whether it could be opened and read. */
export const EvidencePage = z.object({
	/** The statements that it was found for, or added to. */
	statement_ids: z.array(StatementId),
	url: z.string(),
	final_url: z.string().nullable(),
	title: z.string(),
	site: z.string(),
	status: z.enum(["opened", "not_opened"]),
	reason: z.enum(PAGE_PROBLEMS).nullable(),
	http_status: z.int().nullable(),
	aimed_at_raters: z.boolean(),
	by_member: z.boolean(),
	/** Records of release 1.0.0 have none. */
	notice: z.enum(PAGE_NOTICES).nullable().default(null),
});
export type EvidencePage = z.infer<typeof EvidencePage>;

/** A member's proposal of a page for a statement. */
export const AddPageRequest = z.strictObject({
	url: z.string().trim().min(1).max(MAX_LINK_CHARS),
	preview: z.boolean().optional(),
});

/** What was found on a page that a member added. The next analysis reads the page. */
export const AddedPageAnswer = z.object({
	page: z.object({
		url: z.string(),
		final_url: z.string(),
		title: z.string(),
		published_at: Day.nullable(),
		passages: z.array(z.object({ text: z.string() })),
		standing: z.enum(PAGE_STANDINGS).optional(),
	}),
});
export type AddedPageAnswer = z.infer<typeof AddedPageAnswer>;

/** A rater's quote that failed the quote check. */
export const DroppedQuote = z.object({
	url: z.string().nullable(),
	quote: z.string(),
	reason: z.enum(QUOTE_PROBLEMS),
});
export type DroppedQuote = z.infer<typeof DroppedQuote>;

/** The searches, pages and dropped quotes of the result that is shown. */
export const EvidenceRecord = z.object({
	searches: z.array(EvidenceSearch),
	pages: z.array(EvidencePage),
	dropped: z.array(DroppedQuote.extend({ statement_id: StatementId, provider: Provider })),
});
export type EvidenceRecord = z.infer<typeof EvidenceRecord>;
