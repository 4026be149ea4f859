import { integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { videos } from "./videos.ts";

/** One row per listed result. Ids rise with the first completion. */
export const searchDocs = sqliteTable(
	"search_docs",
	{
		id: integer().primaryKey({ autoIncrement: true }),
		video_id: text()
			.notNull()
			.references(() => videos.id, { onDelete: "cascade" }),
		title_key: text().notNull(),
		channel_key: text().notNull(),
	},
	(t) => [uniqueIndex("search_docs_video").on(t.video_id)],
);

/** The full-text index of search_docs. It supports MATCH and stores no text. */
export const searchIndex = sqliteTable("search_index", {
	rowid: integer().primaryKey(),
	title_key: text(),
	channel_key: text(),
});
