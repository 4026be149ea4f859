import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * The secrets that sign members' events. They are encrypted if SECRETS_KEY is set, and not
 * hashed, because signing needs the secret itself.
 */
export const webhookSecrets = sqliteTable("webhook_secrets", {
	member_id: text().primaryKey(),
	secret: text().notNull(),
	created_at: text().notNull(),
	/** The previous secret, which also signs until `previous_until`. */
	previous: text(),
	previous_until: text(),
});

/** One row per event. Its id is the same for every attempt. */
export const webhookDeliveries = sqliteTable("webhook_deliveries", {
	id: text().primaryKey(),
	member_id: text().notNull(),
	analysis_id: text().notNull(),
	video_id: text().notNull(),
	url: text().notNull(),
	event: text({
		enum: ["analysis.completed", "analysis.failed", "evidence.changed", "dispute.settled"],
	}).notNull(),
	status: text({ enum: ["pending", "delivered", "failed", "disabled"] }).notNull(),
	attempts: integer().notNull(),
	created_at: text().notNull(),
	/** The earliest next attempt. During an attempt, the time at which it counts as lost. */
	next_attempt_at: text(),
	last_attempt_at: text(),
	response_status: integer(),
	error: text(),
	dispute_id: text(),
});

/** Receivers that answered 410 Gone. */
export const webhookStops = sqliteTable("webhook_stops", {
	member_id: text().notNull(),
	url: text().notNull(),
	stopped_at: text().notNull(),
});
