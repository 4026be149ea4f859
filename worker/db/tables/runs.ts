import { integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** One row per ended run. Its primary key makes a repeated publication detectable. */
export const publications = sqliteTable("publications", {
	run_id: text().primaryKey(),
	video_id: text().notNull(),
	outcome: text({ enum: ["completed", "failed"] }).notNull(),
	simulated: integer({ mode: "boolean" }).notNull(),
	/** false if an earlier result was kept. */
	applied: integer({ mode: "boolean" }).notNull(),
	started_by: text(),
	started_at: text().notNull(),
	ended_at: text().notNull(),
	last_seq: integer().notNull(),
	calls: integer().notNull(),
	/** HTTP requests, including retries. */
	requests: integer().notNull(),
	input_tokens: integer().notNull(),
	output_tokens: integer().notNull(),
	cost_usd: real().notNull(),
	/** The number of calls without a known price. */
	unpriced_calls: integer().notNull(),
});

/** The latest run of each video, running or just ended. */
export const activeRuns = sqliteTable("active_runs", {
	video_id: text().primaryKey(),
	run_id: text().notNull(),
	started_at: text().notNull(),
	ended_at: text(),
	started_by: text(),
});

export const providerCalls = sqliteTable("provider_calls", {
	run_id: text().notNull(),
	task: text().notNull(),
	provider: text().notNull(),
	model: text().notNull(),
	ok: integer({ mode: "boolean" }).notNull(),
	attempts: integer().notNull(),
	duration_ms: integer().notNull(),
	input_tokens: integer(),
	output_tokens: integer(),
	cost_usd: real(),
});

/** The usage of runs that ended on a UTC day, by provider, model and step. */
export const spendingDays = sqliteTable("spending_days", {
	day: text().notNull(),
	provider: text().notNull(),
	model: text().notNull(),
	step: text().notNull(),
	calls: integer().notNull(),
	failed_calls: integer().notNull(),
	requests: integer().notNull(),
	input_tokens: integer().notNull(),
	output_tokens: integer().notNull(),
	cost_usd: real().notNull(),
	unpriced_calls: integer().notNull(),
});

/** Two rows: the totals of real results and of simulated ones. */
export const siteCounters = sqliteTable("site_counters", {
	simulated: integer({ mode: "boolean" }).primaryKey(),
	total_videos: integer().notNull(),
	total_claims: integer().notNull(),
	bs_claims: integer().notNull(),
});
