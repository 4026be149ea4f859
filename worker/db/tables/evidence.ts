import {
	index,
	integer,
	primaryKey,
	sqliteTable,
	text,
} from "drizzle-orm/sqlite-core";
import { members } from "./members.ts";
import { statements } from "./statements.ts";
import { videos } from "./videos.ts";

/** One version of a page that was opened. Its text is not kept. */
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
	/** The rules by which its text was made. */
	canonical_version: integer().notNull(),
	archived_url: text(),
});

/** A quote that was found on a page, and what it does for the statement. */
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
		/** The page as the source named it. */
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
		/** On a page that a member added, and that no source named for the statement. */
		by_member: integer({ mode: "boolean" }).notNull().default(false),
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
		/** What was read when the page was added. */
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

/** What was searched and opened for the result that a video shows. */
export const evidenceRecords = sqliteTable("evidence_records", {
	video_id: text()
		.primaryKey()
		.references(() => videos.id, { onDelete: "cascade" }),
	searches: text({ mode: "json" }).notNull(),
	pages: text({ mode: "json" }).notNull(),
});
