import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const follows = sqliteTable("follows", {
	member_id: text().notNull(),
	kind: text({ enum: ["channel", "claim", "video"] }).notNull(),
	subject: text().notNull(),
	title: text().notNull(),
	since: text().notNull(),
});

/** One row per member who has any of this. */
export const followSettings = sqliteTable("follow_settings", {
	member_id: text().primaryKey(),
	seen_at: text(),
	feed_key_hash: text(),
	feed_key_created_at: text(),
	told_until: text(),
	mail_due_at: text(),
	mail_token: text(),
});

/** An event of something that anyone follows, stored once for all followers. */
export const followEvents = sqliteTable("follow_events", {
	id: text().primaryKey(),
	kind: text({
		enum: ["upload", "result", "verdict_moved", "evidence_lost", "said_again"],
	}).notNull(),
	at: text().notNull(),
	video_id: text().notNull(),
	title: text().notNull(),
	channel_id: text(),
	channel_name: text().notNull(),
	statement_id: text(),
	content: text(),
	claim_key: text(),
	/** The verdict and score before and after a move. */
	before: text({ mode: "json" }),
	after: text({ mode: "json" }),
	run_id: text(),
	published_at: text(),
});

/** Whose followers an event concerns. */
export const followEventSubjects = sqliteTable("follow_event_subjects", {
	kind: text().notNull(),
	subject: text().notNull(),
	at: text().notNull(),
	event_id: text().notNull(),
	simulated: integer({ mode: "boolean" }).notNull(),
});

/** The public feeds of followed channels. */
export const channelFeeds = sqliteTable("channel_feeds", {
	channel_id: text().primaryKey(),
	due_at: text().notNull(),
	etag: text(),
	entries: text({ mode: "json" }),
	failures: integer().notNull(),
});
