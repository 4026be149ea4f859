import * as z from "zod";
import { Instant, Provider, StatementId } from "./ids.ts";
import { MAX_LINK_CHARS } from "./limits.ts";
import {
	DATE_RULES,
	EVIDENCE_STATES,
	PAGE_KINDS,
	PAGE_PROBLEMS,
	QUOTE_PROBLEMS,
	SOURCE_FAILURES,
	SOURCE_IDS,
	STANCES,
} from "./verdicts.ts";

/** YYYY-MM-DD. */
const Day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const Percent = z.int().min(0).max(100);

export const Basis = z.enum(["evidence", "memory"]);
export const SourceId = z.enum(SOURCE_IDS);

/** Both ends included. */
export const Interval = z.object({ low: Percent, high: Percent });

/** Of the statements that sources can settle, those that have a verdict. */
export const Coverage = z.object({
	checkable: z.int().min(0),
	checked: z.int().min(0),
});
export type Coverage = z.infer<typeof Coverage>;

export const EvidenceId = z.string().regex(/^[0-9a-f]{24}$/);

/** A page with a quote that code found on it, and what the quote does for the statement. */
export const Evidence = z.object({
	id: EvidenceId,
	/** As the source named it. */
	url: z.string(),
	/** Where it was read: after redirects, or the permanent address of a revision. */
	final_url: z.string(),
	title: z.string(),
	/** The registrable domain. */
	site: z.string(),
	kind: z.enum(PAGE_KINDS),
	published_at: Day.nullable(),
	/** Which rule gave the date. */
	published_by: z.enum(DATE_RULES).nullable(),
	fetched_at: Instant,
	/** SHA-256, in hex, of the page's canonical text. */
	content_hash: z.string(),
	/** The page's own characters. */
	quote: z.string(),
	/** In UTF-16 units of the canonical text. */
	quote_start: z.int().min(0),
	/** Up to 200 characters of the page on either side of the quote. */
	before: z.string(),
	after: z.string(),
	stance: z.enum(STANCES),
	/** The raters that gave this quote, in the panel's order. */
	cited_by: z.array(Provider),
	/** Pages of one cluster do not speak independently, and count as one source. */
	cluster: z.int().min(1),
	/** A copy that holds the quote; null if there is none. */
	archived_url: z.string().nullable(),
	/** Whether the quote was there when the page was last opened. */
	state: z.enum(EVIDENCE_STATES),
	/** What a published fact check says of the claim, on its own page. */
	review: z
		.object({
			claim: z.string(),
			publisher: z.string(),
			rating: z.string(),
			reviewed_at: Day.nullable(),
		})
		.nullable(),
	/** A member added the page; no source named it for this statement. */
	by_member: z.boolean(),
});
export type Evidence = z.infer<typeof Evidence>;

/** A search that was made for a statement, in one source. */
export const EvidenceSearch = z.object({
	statement_id: StatementId,
	source: SourceId,
	query: z.string(),
	/** The pages that it named. */
	hits: z.int().min(0),
	/** null if the source answered. */
	failure: z.enum(SOURCE_FAILURES).nullable(),
});
export type EvidenceSearch = z.infer<typeof EvidenceSearch>;

/** A page that was found, and whether it could be opened and read. */
export const EvidencePage = z.object({
	url: z.string(),
	/** null if it was not opened. */
	final_url: z.string().nullable(),
	title: z.string(),
	site: z.string(),
	status: z.enum(["opened", "not_opened"]),
	/** Why it was not opened, or has no text to quote from; null if it was read. */
	reason: z.enum(PAGE_PROBLEMS).nullable(),
	/** Of an answer that was no page. */
	http_status: z.int().nullable(),
	/** Parts of it speak to the AI that rates, and were left out. */
	aimed_at_raters: z.boolean(),
	/** A member added it; no source named it. Records from before such pages have none. */
	by_member: z.boolean().default(false),
});
export type EvidencePage = z.infer<typeof EvidencePage>;

/** A page that a member knows of, for a statement. */
export const AddPageRequest = z.object({
	url: z.string().trim().min(1).max(MAX_LINK_CHARS),
});

/** What was found on a page that a member added; the next analysis reads it. */
export const AddedPageAnswer = z.object({
	page: z.object({
		url: z.string(),
		/** Where it was read, after redirects. */
		final_url: z.string(),
		title: z.string(),
		published_at: Day.nullable(),
		/** What it says that seems to be about the statement, the best first. */
		passages: z.array(z.object({ text: z.string() })),
	}),
});
export type AddedPageAnswer = z.infer<typeof AddedPageAnswer>;

/** A quote that a rater gave and code did not accept. */
export const DroppedQuote = z.object({
	/** The page that it was said to stand on; null if the rater named none. */
	url: z.string().nullable(),
	quote: z.string(),
	reason: z.enum(QUOTE_PROBLEMS),
});
export type DroppedQuote = z.infer<typeof DroppedQuote>;

/** What was searched, opened and dropped for the result that is shown. */
export const EvidenceRecord = z.object({
	searches: z.array(EvidenceSearch),
	pages: z.array(EvidencePage),
	dropped: z.array(
		DroppedQuote.extend({ statement_id: StatementId, provider: Provider }),
	),
});
export type EvidenceRecord = z.infer<typeof EvidenceRecord>;
