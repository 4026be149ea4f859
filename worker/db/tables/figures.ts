import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** The latest outcome of each cron job, accurate to some minutes. */
export const jobOutcomes = sqliteTable("job_outcomes", {
	job: text().primaryKey(),
	ok: integer({ mode: "boolean" }).notNull(),
	ended_at: text().notNull(),
	/** null if the job has never succeeded. */
	succeeded_at: text(),
	duration_ms: integer().notNull(),
});

/** Counts that need a table scan, repeated every few minutes. */
export const siteFigures = sqliteTable("site_figures", {
	name: text().notNull(),
	/** The counted value of `name`, such as an outcome or a status. */
	label: text().notNull(),
	value: integer().notNull(),
	counted_at: text().notNull(),
});

/** One row, written every minute. */
export const heartbeats = sqliteTable("heartbeats", {
	id: integer().primaryKey(),
	at: text().notNull(),
});

/** One row for real results and one for simulated ones. */
export const communitySnapshots = sqliteTable("community_snapshots", {
	simulated: integer({ mode: "boolean" }).primaryKey(),
	/** Empty until the first count. */
	computed_at: text().notNull(),
	/** When a request last started a recount. */
	refreshing_since: text().notNull(),
	body: text({ mode: "json" }).notNull(),
});
