import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { members } from "./members.ts";
import { statements } from "./statements.ts";
import { videos } from "./videos.ts";

/** Ownership claims: a member claims that a channel is theirs. */
export const claims = sqliteTable(
	"claims",
	{
		id: text().primaryKey(),
		user_id: text()
			.notNull()
			.references(() => members.id, { onDelete: "cascade" }),
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
		/** The channel's id, or the text of the link if the id is unknown. */
		channel_key: text().notNull(),
	},
	(t) => [
		index("claims_by_member").on(t.user_id, t.submitted_at),
		index("claims_by_status").on(t.status, t.submitted_at),
		uniqueIndex("claims_one_open").on(t.user_id, t.channel_key).where(sql`status <> 'rejected'`),
	],
);

/** A member and a channel; `verified` while the member's claim is valid. */
export const creators = sqliteTable(
	"creators",
	{
		id: text().primaryKey(),
		user_id: text()
			.notNull()
			.references(() => members.id, { onDelete: "cascade" }),
		channel_id: text().notNull(),
		channel_name: text().notNull(),
		verified: integer({ mode: "boolean" }).notNull(),
		created_at: text().notNull(),
	},
	(t) => [
		uniqueIndex("creators_one_each").on(t.user_id, t.channel_id),
		uniqueIndex("creators_one_owner").on(t.channel_id).where(sql`verified = 1`),
	],
);

export const responses = sqliteTable(
	"responses",
	{
		id: text().primaryKey(),
		video_id: text()
			.notNull()
			.references(() => videos.id, { onDelete: "cascade" }),
		statement_id: text().references(() => statements.id, { onDelete: "cascade" }),
		member_id: text().references(() => members.id, { onDelete: "cascade" }),
		channel_id: text().notNull(),
		channel_name: text().notNull(),
		body: text().notNull(),
		created_at: text().notNull(),
		updated_at: text().notNull(),
		withdrawn_at: text(),
	},
	(t) => [
		index("responses_by_video").on(t.video_id, t.created_at),
		index("responses_by_statement").on(t.statement_id),
		index("responses_by_member").on(t.member_id),
		uniqueIndex("responses_one_to_video")
			.on(t.video_id, t.member_id)
			.where(sql`statement_id IS NULL AND withdrawn_at IS NULL`),
		uniqueIndex("responses_one_to_statement")
			.on(t.statement_id, t.member_id)
			.where(sql`statement_id IS NOT NULL AND withdrawn_at IS NULL`),
	],
);

/** The earlier texts of a response that was edited. */
export const responseRevisions = sqliteTable(
	"response_revisions",
	{
		id: integer().primaryKey(),
		response_id: text()
			.notNull()
			.references(() => responses.id, { onDelete: "cascade" }),
		body: text().notNull(),
		replaced_at: text().notNull(),
	},
	(t) => [index("response_revisions_by_response").on(t.response_id)],
);
