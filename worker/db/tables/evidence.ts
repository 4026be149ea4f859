import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
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
	},
	(t) => [
		index("statement_evidence_by_statement").on(t.statement_id, t.place),
		index("statement_evidence_by_page").on(t.page_id),
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
