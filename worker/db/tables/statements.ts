import { sql } from "drizzle-orm";
import { index, integer, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { members } from "./members.ts";
import { videos } from "./videos.ts";

export const statements = sqliteTable(
	"statements",
	{
		id: text().primaryKey(),
		video_id: text()
			.notNull()
			.references(() => videos.id, { onDelete: "cascade" }),
		content: text().notNull(),
		quote: text().notNull(),
		/** The normalised quote, used to match statements across runs. */
		quote_key: text().notNull(),
		/** The same for the same claim in any video. */
		claim_key: text().notNull(),
		timestamp: real().notNull(),
		timestamp_source: text().notNull(),
		/** The text addresses the AI that rates it (prompt injection). */
		aimed_at_raters: integer({ mode: "boolean" }).notNull(),
		/** null if the statement is unverified, as are its confidence and the providers' scores. */
		ai_score: integer(),
		confidence_level: integer(),
		openai_score: integer(),
		claude_score: integer(),
		gemini_score: integer(),
		/** What `ai_score` is based on. */
		basis: text().notNull(),
		/** null if the run asked no sources. */
		verdict: text(),
		unverified_reason: text(),
		when_said: text(),
		today: text(),
		missing_context: text(),
		/** The interval; null if the basis is "memory". */
		score_low: integer(),
		score_high: integer(),
		independent_sources: integer().notNull(),
		/** What the models believe without a source. */
		lean: text({ mode: "json" }),
		explanation: text().notNull(),
		sources: text({ mode: "json" }).notNull(),
		/** Changed by votes only, never by a publication. */
		upvotes: integer().notNull(),
		downvotes: integer().notNull(),
		/**
		 * Agreeing and disagreeing votes from before an edit of the video, and when it was noticed;
		 * null if the percentage counts all votes.
		 */
		votes_set_aside: text({ mode: "json" }),
		created_at: text().notNull(),
		/** Set when a later run no longer has the statement. Its votes then do not count. */
		retired_at: text(),
	},
	(t) => [
		index("statements_live").on(t.video_id, t.timestamp, t.id).where(sql`retired_at IS NULL`),
		index("statements_by_video").on(t.video_id),
		index("statements_set_aside").on(t.video_id).where(sql`votes_set_aside IS NOT NULL`),
		index("statements_by_claim").on(t.claim_key, t.created_at).where(sql`retired_at IS NULL`),
	],
);

/** One row per statement, with what only its report shows. */
export const statementDetails = sqliteTable("statement_details", {
	statement_id: text()
		.primaryKey()
		.references(() => statements.id, { onDelete: "cascade" }),
	/** The answers of all providers. */
	ratings: text({ mode: "json" }).notNull(),
	/** The words spoken around the quote. */
	context: text({ mode: "json" }).notNull(),
	/** The second reading of the quotes. */
	support: text({ mode: "json" }),
	fact_checks: text({ mode: "json" }).notNull(),
	passages: text({ mode: "json" }).notNull(),
});

/** One row per video, with the statements of its result that were found but not rated. */
export const leftOutStatements = sqliteTable("left_out_statements", {
	video_id: text()
		.primaryKey()
		.references(() => videos.id, { onDelete: "cascade" }),
	statements: text({ mode: "json" }).notNull(),
});

export const votes = sqliteTable(
	"votes",
	{
		/** Increases with every vote and is never reused. */
		id: integer().primaryKey({ autoIncrement: true }),
		user_id: text()
			.notNull()
			.references(() => members.id, { onDelete: "cascade" }),
		statement_id: text()
			.notNull()
			.references(() => statements.id, { onDelete: "cascade" }),
		vote_type: text({ enum: ["upvote", "downvote"] }).notNull(),
		created_at: text().notNull(),
	},
	(t) => [
		uniqueIndex("votes_one_each").on(t.user_id, t.statement_id),
		index("votes_by_member").on(t.user_id, t.created_at),
		index("votes_by_statement").on(t.statement_id),
	],
);
