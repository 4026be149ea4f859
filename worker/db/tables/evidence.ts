import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** One version of an opened page. Its text is not stored. */
export const evidencePages = sqliteTable("evidence_pages", {
	id: text().primaryKey(),
	final_url: text().notNull(),
	title: text().notNull(),
	/** The registrable domain. */
	site: text().notNull(),
	kind: text().notNull(),
	/** YYYY-MM-DD. */
	published_at: text(),
	published_by: text(),
	fetched_at: text().notNull(),
	content_hash: text().notNull(),
	canonical_version: integer().notNull(),
	archived_url: text(),
	archive_due_at: text(),
	reopened_at: text(),
	reopened_hash: text(),
	/** Since when its site has not answered. */
	silent_since: text(),
	reopen_due_at: text(),
	/** What is known of it beside its text. */
	notice: text(),
	/** Since when it is known to be retracted. */
	retracted_at: text(),
});

/** A quote that was found on a page, with its stance on the statement. */
export const statementEvidence = sqliteTable("statement_evidence", {
	id: text().primaryKey(),
	statement_id: text().notNull(),
	/** Its position among the statement's evidence. */
	place: integer().notNull(),
	page_id: text().notNull(),
	/** The page's address as returned by the source. */
	url: text().notNull(),
	stance: text().notNull(),
	quote: text().notNull(),
	quote_start: integer().notNull(),
	before: text().notNull(),
	after: text().notNull(),
	cited_by: text({ mode: "json" }).notNull(),
	cluster: integer().notNull(),
	state: text().notNull(),
	review: text({ mode: "json" }),
	by_member: integer({ mode: "boolean" }).notNull(),
	archived_url: text(),
	doubted: integer({ mode: "boolean" }).notNull(),
	read_differently_at: text(),
});

/** Pages that members add to a statement; the next analysis of the video reads them. */
export const statementPages = sqliteTable("statement_pages", {
	statement_id: text().notNull(),
	member_id: text().notNull(),
	url: text().notNull(),
	final_url: text().notNull(),
	title: text().notNull(),
	/** YYYY-MM-DD. */
	published_at: text(),
	created_at: text().notNull(),
	can_move: integer({ mode: "boolean" }).notNull(),
});

/** The searches and opened pages of the result that a video shows. */
export const evidenceRecords = sqliteTable("evidence_records", {
	video_id: text().primaryKey(),
	searches: text({ mode: "json" }).notNull(),
	pages: text({ mode: "json" }).notNull(),
});

/** What sources answered to searches for a claim, to be used again. */
export const searchHits = sqliteTable("search_hits", {
	/** Of the claim, the month in which it was said, the query, and for "video" of the video. */
	claim_key: text().notNull(),
	source: text().notNull(),
	/** "own" or "video": who made the query. */
	angle: text().notNull(),
	query: text().notNull(),
	hits: text({ mode: "json" }).notNull(),
	searched_at: text().notNull(),
});
