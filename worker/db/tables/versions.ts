import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { videos } from "./videos.ts";

/** What each published version of a result contained. */
export const resultVersions = sqliteTable(
	"result_versions",
	{
		video_id: text()
			.notNull()
			.references(() => videos.id, { onDelete: "cascade" }),
		version: integer().notNull(),
		published_at: text().notNull(),
		simulated: integer({ mode: "boolean" }).notNull(),
		content: text({ mode: "json" }).notNull(),
	},
	(t) => [primaryKey({ columns: [t.video_id, t.version] })],
);
