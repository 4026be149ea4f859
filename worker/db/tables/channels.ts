import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Ownership claims: a member claims that a channel is theirs. */
export const claims = sqliteTable("claims", {
	id: text().primaryKey(),
	user_id: text().notNull(),
	channel_id: text(),
	channel_name: text().notNull(),
	url: text().notNull(),
	comments: text(),
	status: text({ enum: ["pending", "verified", "rejected"] }).notNull(),
	verified: integer({ mode: "boolean" }).notNull(),
	verification_code: text().notNull(),
	verification_method: text().notNull(),
	reason: text(),
	submitted_at: text().notNull(),
	decided_at: text(),
	channel_key: text().notNull(),
});

/** A member and a channel; `verified` while the member's claim is valid. */
export const creators = sqliteTable("creators", {
	id: text().primaryKey(),
	user_id: text().notNull(),
	channel_id: text().notNull(),
	channel_name: text().notNull(),
	verified: integer({ mode: "boolean" }).notNull(),
	created_at: text().notNull(),
});

export const responses = sqliteTable("responses", {
	id: text().primaryKey(),
	video_id: text().notNull(),
	statement_id: text(),
	member_id: text(),
	channel_id: text().notNull(),
	channel_name: text().notNull(),
	body: text().notNull(),
	created_at: text().notNull(),
	updated_at: text().notNull(),
	withdrawn_at: text(),
	hidden_at: text(),
});

/** The earlier texts of a response that was edited. */
export const responseRevisions = sqliteTable("response_revisions", {
	id: integer().primaryKey(),
	response_id: text().notNull(),
	body: text().notNull(),
	replaced_at: text().notNull(),
});
