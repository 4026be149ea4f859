import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { members } from "./members.ts";
import { statements } from "./statements.ts";
import { videos } from "./videos.ts";

/** One version of an opened page. Its text is not stored. */
export const evidencePages = sqliteTable(
	"evidence_pages",
	{
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
		/** The version of the rules for canonical text. */
		canonical_version: integer().notNull(),
		/** The page's own permanent address: that of a Wikipedia revision. */
		archived_url: text(),
		/** When the archive is asked next for a copy; null if every quote has one. */
		archive_due_at: text(),
		/** When it was last opened again, and the hash of its text then (null: it was gone). */
		reopened_at: text(),
		reopened_hash: text(),
		/** Since when its site has not answered. */
		silent_since: text(),
		/** When it is opened next; null for sample pages. */
		reopen_due_at: text(),
	},
	(t) => [
		index("evidence_pages_archive_due").on(t.archive_due_at).where(sql`archive_due_at IS NOT NULL`),
		index("evidence_pages_reopen_due").on(t.reopen_due_at).where(sql`reopen_due_at IS NOT NULL`),
	],
);

/** A quote that was found on a page, with its stance on the statement. */
export const statementEvidence = sqliteTable(
	"statement_evidence",
	{
		id: text().primaryKey(),
		statement_id: text()
			.notNull()
			.references(() => statements.id, { onDelete: "cascade" }),
		/** Its position among the statement's evidence. */
		place: integer().notNull(),
		page_id: text()
			.notNull()
			.references(() => evidencePages.id, { onDelete: "no action" }),
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
		/** Whether only a member added the page, and no source returned it for the statement. */
		by_member: integer({ mode: "boolean" }).notNull(),
		/** A copy in the Wayback Machine in which the quote was found. */
		archived_url: text(),
	},
	(t) => [
		index("statement_evidence_by_statement").on(t.statement_id, t.place),
		index("statement_evidence_by_page").on(t.page_id),
	],
);

/** Pages that members add to a statement; the next analysis of the video reads them. */
export const statementPages = sqliteTable(
	"statement_pages",
	{
		statement_id: text()
			.notNull()
			.references(() => statements.id, { onDelete: "cascade" }),
		member_id: text()
			.notNull()
			.references(() => members.id, { onDelete: "cascade" }),
		url: text().notNull(),
		/** The page's data when it was added. */
		final_url: text().notNull(),
		title: text().notNull(),
		/** YYYY-MM-DD. */
		published_at: text(),
		created_at: text().notNull(),
	},
	(t) => [
		primaryKey({ columns: [t.statement_id, t.member_id, t.url] }),
		index("statement_pages_by_member").on(t.member_id, t.created_at),
	],
);

/** The searches and opened pages of the result that a video shows. */
export const evidenceRecords = sqliteTable("evidence_records", {
	video_id: text()
		.primaryKey()
		.references(() => videos.id, { onDelete: "cascade" }),
	searches: text({ mode: "json" }).notNull(),
	pages: text({ mode: "json" }).notNull(),
});

/** What sources answered to searches for a claim, for other videos with the same claim. */
export const searchHits = sqliteTable(
	"search_hits",
	{
		/** Of the claim, and of the month in which it was said. */
		claim_key: text().notNull(),
		source: text().notNull(),
		/** neutral, opposing, or second for the second round. */
		angle: text().notNull(),
		query: text().notNull(),
		hits: text({ mode: "json" }).notNull(),
		searched_at: text().notNull(),
	},
	(t) => [
		primaryKey({ columns: [t.claim_key, t.source, t.angle] }),
		index("search_hits_by_age").on(t.searched_at),
	],
);
