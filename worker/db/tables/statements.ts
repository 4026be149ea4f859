import { integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { VOTE_REASONS } from "#contract/vote-reasons.ts";

export const statements = sqliteTable("statements", {
	id: text().primaryKey(),
	video_id: text().notNull(),
	content: text().notNull(),
	quote: text().notNull(),
	/** The normalised quote, used to match statements across runs. */
	quote_key: text().notNull(),
	claim_key: text().notNull(),
	timestamp: real().notNull(),
	timestamp_source: text().notNull(),
	/** The text addresses the AI that rates it (prompt injection). */
	aimed_at_raters: integer({ mode: "boolean" }).notNull(),
	/**
	 * A member asked for it, and the analysis of the whole video did not choose it: it is not part of
	 * the score. Never set in a report of moments.
	 */
	on_request: integer({ mode: "boolean" }).notNull(),
	ai_score: integer(),
	confidence_level: integer(),
	openai_score: integer(),
	claude_score: integer(),
	gemini_score: integer(),
	/** What `ai_score` is based on. */
	basis: text().notNull(),
	verdict: text(),
	unverified_reason: text(),
	when_said: text(),
	today: text(),
	missing_context: text(),
	/** The interval; null if the basis is "memory". */
	score_low: integer(),
	score_high: integer(),
	independent_sources: integer().notNull(),
	lean: text({ mode: "json" }),
	explanation: text().notNull(),
	sources: text({ mode: "json" }).notNull(),
	/** Changed by votes only, never by a publication. */
	upvotes: integer().notNull(),
	downvotes: integer().notNull(),
	votes_set_aside: text({ mode: "json" }),
	created_at: text().notNull(),
	/** Set when a later run no longer has the statement. Its votes then do not count. */
	retired_at: text(),
	/** The measurement that the confidence comes from; null before there was one. */
	calibration: text(),
	/** Who says the quote, as the transcript writes it; null where it names nobody. */
	speaker: text(),
});

/** One row per statement, with what only its report shows. */
export const statementDetails = sqliteTable("statement_details", {
	statement_id: text().primaryKey(),
	/** The answers of all providers. */
	ratings: text({ mode: "json" }).notNull(),
	context: text({ mode: "json" }).notNull(),
	support: text({ mode: "json" }),
	fact_checks: text({ mode: "json" }).notNull(),
	passages: text({ mode: "json" }).notNull(),
});

/** One row per video, with the statements of its result that were found but not rated. */
export const leftOutStatements = sqliteTable("left_out_statements", {
	video_id: text().primaryKey(),
	statements: text({ mode: "json" }).notNull(),
});

export const votes = sqliteTable("votes", {
	/** Increases with every vote and is never reused. */
	id: integer().primaryKey({ autoIncrement: true }),
	user_id: text().notNull(),
	statement_id: text().notNull(),
	vote_type: text({ enum: ["upvote", "downvote"] }).notNull(),
	created_at: text().notNull(),
	/** Why the member disagrees; null if they did not say. */
	reason: text({ enum: VOTE_REASONS }),
});

/** The moments of a video that members asked about, each with the run that checked it. */
export const moments = sqliteTable("moments", {
	run_id: text().primaryKey(),
	video_id: text().notNull(),
	at: real(),
	from: real(),
	to: real(),
	checked_at: text().notNull(),
	said: text().notNull(),
	statement_ids: text({ mode: "json" }).notNull(),
});
