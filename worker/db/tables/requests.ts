import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Analyses requested by programs, with the options of their answers. */
export const requestedAnalyses = sqliteTable("requested_analyses", {
	id: text().primaryKey(),
	member_id: text().notNull(),
	video_id: text().notNull(),
	/** The run that the request waits for; null if there was a result already. */
	run_id: text(),
	/** The providers whose ratings the answer includes; null for all. */
	models: text({ mode: "json" }),
	include_sources: integer({ mode: "boolean" }).notNull(),
	status: text({ enum: ["analyzing", "completed", "failed"] }).notNull(),
	error: text({ mode: "json" }),
	created_at: text().notNull(),
	settled_at: text(),
	/** Where an event is sent when the analysis ends; null for none. */
	webhook_url: text(),
});

/** Requests with an Idempotency-Key and their first answers. */
export const idempotentRequests = sqliteTable("idempotent_requests", {
	member_id: text().notNull(),
	key: text().notNull(),
	request_hash: text().notNull(),
	created_at: text().notNull(),
	/** null while the request is running. */
	status: integer(),
	location: text(),
	body: text(),
});
