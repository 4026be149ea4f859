import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const notifications = sqliteTable("notifications", {
	id: text().primaryKey(),
	member_id: text().notNull(),
	type: text().notNull(),
	title: text().notNull(),
	message: text().notNull(),
	timestamp: text().notNull(),
	read: integer({ mode: "boolean" }).notNull(),
	data: text({ mode: "json" }).notNull(),
	after_vote: integer(),
});

/** Messages caused by a publication: written in the same batch, delivered afterwards. */
export const notificationOutbox = sqliteTable("notification_outbox", {
	id: integer().primaryKey({ autoIncrement: true }),
	run_id: text().notNull(),
	kind: text().notNull(),
	member_id: text(),
	payload: text({ mode: "json" }).notNull(),
	created_at: text().notNull(),
	delivered_at: text(),
	/** For a message to several members: the id of the last member who was notified. */
	reached: text(),
});

/**
 * A single row with the last vote that was included in notifications to the starters of analyses.
 */
export const toldVotes = sqliteTable("told_votes", {
	id: integer().primaryKey(),
	vote_id: integer().notNull(),
});

export const newsletterSubscribers = sqliteTable("newsletter_subscribers", {
	email_key: text().primaryKey(),
	email: text().notNull(),
	/** The secret of both the confirmation link and the unsubscribe link. */
	token_hash: text().notNull(),
	created_at: text().notNull(),
	confirmed_at: text(),
	unsubscribed_at: text(),
	/** The code beside the mail's link, and the hash of the token that it was exchanged for. */
	code_hash: text(),
	code_token_hash: text(),
});
