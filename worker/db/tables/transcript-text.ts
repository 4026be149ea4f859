import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { transcripts } from "./videos.ts";

/** The transcript in order, split into pieces below the size limit of a row. */
export const transcriptParts = sqliteTable(
	"transcript_parts",
	{
		video_id: text()
			.notNull()
			.references(() => transcripts.video_id, { onDelete: "cascade" }),
		part: integer().notNull(),
		body: text().notNull(),
	},
	(t) => [primaryKey({ columns: [t.video_id, t.part] })],
);
