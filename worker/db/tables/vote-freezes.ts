import { sql } from "drizzle-orm";
import {
	index,
	integer,
	primaryKey,
	sqliteTable,
	text,
	uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { members } from "./members.ts";
import { statements } from "./statements.ts";
import { videos } from "./videos.ts";

const VOTE_TYPES = { enum: ["upvote", "downvote"] } as const;

/** Votes that changed within the last minutes. */
export const recentVotes = sqliteTable(
	"recent_votes",
	{
		user_id: text()
			.notNull()
			.references(() => members.id, { onDelete: "cascade" }),
		statement_id: text().notNull(),
		video_id: text().notNull(),
		/** The vote before the change; null if there was none. */
		was: text(VOTE_TYPES),
		/** null: it was withdrawn. */
		vote_type: text(VOTE_TYPES),
		/** Whether the account was new. */
		fresh: integer({ mode: "boolean" }).notNull(),
		/** A keyed hash; null if the address is not public. */
		network: text(),
		cast_at: text().notNull(),
	},
	(t) => [
		primaryKey({ columns: [t.user_id, t.statement_id] }),
		index("recent_votes_by_video").on(t.video_id, t.vote_type, t.cast_at),
	],
);

export const networkKeys = sqliteTable("network_keys", {
	period: integer().primaryKey(),
	key: text().notNull(),
});

/** Statements whose votes are being reviewed, or were. */
export const voteFreezes = sqliteTable(
	"vote_holds",
	{
		id: integer().primaryKey({ autoIncrement: true }),
		statement_id: text()
			.notNull()
			.references(() => statements.id, { onDelete: "cascade" }),
		video_id: text()
			.notNull()
			.references(() => videos.id, { onDelete: "cascade" }),
		state: text({ enum: ["open", "lifted", "upheld"] }).notNull(),
		cause: text({ enum: ["new_accounts", "one_network"] }).notNull(),
		/** The direction of the suspect votes. */
		vote_type: text(VOTE_TYPES).notNull(),
		/** The counts from before the suspect votes. */
		upvotes: integer().notNull(),
		downvotes: integer().notNull(),
		opened_at: text().notNull(),
		decided_at: text(),
	},
	(t) => [
		uniqueIndex("vote_holds_open")
			.on(t.statement_id)
			.where(sql`state = 'open'`),
		index("vote_holds_open_by_video").on(t.video_id).where(sql`state = 'open'`),
		index("vote_holds_by_statement").on(t.statement_id, t.state, t.decided_at),
		index("vote_holds_by_state").on(t.state, t.opened_at, t.id),
	],
);

/** The members whose votes a freeze is about. */
export const frozenVotes = sqliteTable(
	"held_votes",
	{
		hold_id: integer()
			.notNull()
			.references(() => voteFreezes.id, { onDelete: "cascade" }),
		user_id: text()
			.notNull()
			.references(() => members.id, { onDelete: "cascade" }),
		statement_id: text().notNull(),
		fresh: integer({ mode: "boolean" }).notNull(),
		shared: integer({ mode: "boolean" }).notNull(),
		cast_at: text().notNull(),
	},
	(t) => [
		primaryKey({ columns: [t.hold_id, t.user_id] }),
		index("held_votes_by_member").on(t.user_id, t.statement_id),
	],
);
