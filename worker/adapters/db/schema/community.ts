import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** One row for real results and one for simulated ones. */
export const communitySnapshots = sqliteTable("community_snapshots", {
	simulated: integer({ mode: "boolean" }).primaryKey(),
	/** Empty until the first one is there. */
	computed_at: text().notNull(),
	/** When somebody last set out to count anew. */
	refreshing_since: text().notNull(),
	body: text({ mode: "json" }).notNull(),
});
