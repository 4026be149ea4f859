import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** The transcript in order, split into pieces below the size limit of a row. */
export const transcriptParts = sqliteTable("transcript_parts", {
	video_id: text().notNull(),
	part: integer().notNull(),
	body: text().notNull(),
});
