import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * The form of the keys, raised when texts are folded in another way. The job `fold_search_again`
 * brings older rows up to it.
 */
export const FOLDING = 3;

/** One row per listed result. Ids rise with the first completion. */
export const searchDocs = sqliteTable("search_docs", {
	id: integer().primaryKey({ autoIncrement: true }),
	video_id: text().notNull(),
	title_key: text().notNull(),
	channel_key: text().notNull(),
	folding: integer().notNull(),
});

/** The full-text index of search_docs. It supports MATCH and stores no text. */
export const searchIndex = sqliteTable("search_index", {
	rowid: integer().primaryKey(),
	title_key: text(),
	channel_key: text(),
});

/** One row per statement that is not retired. Ids rise with the first publication. */
export const statementDocs = sqliteTable("statement_docs", {
	id: integer().primaryKey({ autoIncrement: true }),
	statement_id: text().notNull(),
	/** The folded words, with a space before and after each. */
	content_key: text().notNull(),
	folding: integer().notNull(),
});

/** The full-text index of the statements in listed results. */
export const statementIndex = sqliteTable("statement_index", {
	rowid: integer().primaryKey(),
	content_key: text(),
});
