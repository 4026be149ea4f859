import { sql } from "drizzle-orm";
import {
	index,
	integer,
	real,
	sqliteTable,
	text,
	uniqueIndex,
} from "drizzle-orm/sqlite-core";
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
		/** The normalised quote, by which runs are compared. */
		quote_key: text().notNull(),
		timestamp: real().notNull(),
		timestamp_source: text().notNull(),
		ai_score: integer().notNull(),
		confidence_level: integer().notNull(),
		openai_score: integer(),
		claude_score: integer(),
		gemini_score: integer(),
		explanation: text().notNull(),
		sources: text({ mode: "json" }).notNull(),
		/** Changed by votes only, never by a publication. */
		upvotes: integer().notNull(),
		downvotes: integer().notNull(),
		created_at: text().notNull(),
		/** Set if a later run no longer has the statement: its votes no longer count. */
		retired_at: text(),
		/** The text addresses the AI that rates it (prompt injection). */
		aimed_at_raters: integer({ mode: "boolean" }).notNull(),
		/** What `ai_score` rests on. */
		basis: text().notNull().default("memory"),
		/** null if the run asked no sources, or is older than evidence. */
		verdict: text(),
		unverified_reason: text(),
		when_said: text(),
		today: text(),
		missing_context: text(),
		/** The interval; null on basis memory. */
		score_low: integer(),
		score_high: integer(),
		independent_sources: integer().notNull().default(0),
	},
	(t) => [
		index("statements_live")
			.on(t.video_id, t.timestamp, t.id)
			.where(sql`retired_at IS NULL`),
		index("statements_by_video").on(t.video_id),
	],
);

/** One row for each statement: the answers of all providers as one JSON array. */
export const statementRatings = sqliteTable("statement_ratings", {
	statement_id: text()
		.primaryKey()
		.references(() => statements.id, { onDelete: "cascade" }),
	ratings: text({ mode: "json" }).notNull(),
});

/** One row for each video: what was found for the result that it shows, and not rated. */
export const leftOutStatements = sqliteTable("left_out_statements", {
	video_id: text()
		.primaryKey()
		.references(() => videos.id, { onDelete: "cascade" }),
	statements: text({ mode: "json" }).notNull(),
});

export const votes = sqliteTable(
	"votes",
	{
		/** Rises with every vote and is never reused. */
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
