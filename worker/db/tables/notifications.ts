import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { members } from "./members.ts";

export const notifications = sqliteTable(
	"notifications",
	{
		id: text().primaryKey(),
		member_id: text()
			.notNull()
			.references(() => members.id, { onDelete: "cascade" }),
		type: text().notNull(),
		title: text().notNull(),
		message: text().notNull(),
		timestamp: text().notNull(),
		read: integer({ mode: "boolean" }).notNull(),
		data: text({ mode: "json" }).notNull(),
		/** For a vote_update: the last vote before those that it counts. */
		after_vote: integer(),
	},
	(t) => [
		index("notifications_by_member").on(t.member_id, t.timestamp),
		index("notifications_unread").on(t.member_id).where(sql`read = 0`),
	],
);

/** Messages caused by a publication: written in the same batch, delivered afterwards. */
export const notificationOutbox = sqliteTable(
	"notification_outbox",
	{
		id: integer().primaryKey({ autoIncrement: true }),
		run_id: text().notNull(),
		kind: text().notNull(),
		member_id: text(),
		payload: text({ mode: "json" }).notNull(),
		created_at: text().notNull(),
		delivered_at: text(),
		/** For a message to several members: the id of the last member who was notified. */
		reached: text(),
	},
	(t) => [
		index("notification_outbox_waiting").on(t.id).where(sql`delivered_at IS NULL`),
		index("notification_outbox_delivered").on(t.delivered_at).where(sql`delivered_at IS NOT NULL`),
		index("notification_outbox_by_member").on(t.member_id),
	],
);

/**
 * A single row with the last vote that was included in notifications to the starters of analyses.
 */
export const toldVotes = sqliteTable("told_votes", {
	id: integer().primaryKey(),
	vote_id: integer().notNull(),
});

export const newsletterSubscribers = sqliteTable(
	"newsletter_subscribers",
	{
		email_key: text().primaryKey(),
		email: text().notNull(),
		/** The secret of both the confirmation link and the unsubscribe link. */
		token_hash: text().notNull(),
		created_at: text().notNull(),
		confirmed_at: text(),
		unsubscribed_at: text(),
	},
	(t) => [
		uniqueIndex("newsletter_subscribers_token").on(t.token_hash),
		index("newsletter_unconfirmed").on(t.created_at).where(sql`confirmed_at IS NULL`),
	],
);
