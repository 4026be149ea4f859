import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { members } from "./members.ts";
import { statements } from "./statements.ts";
import { videos } from "./videos.ts";

const VOTE_TYPES = { enum: ["upvote", "downvote"] } as const;

/** Recently changed votes (for some minutes), and every vote of a vote check. */
export const voteChecks = sqliteTable(
	"vote_checks",
	{
		user_id: text()
			.notNull()
			.references(() => members.id, { onDelete: "cascade" }),
		statement_id: text()
			.notNull()
			.references(() => statements.id, { onDelete: "cascade" }),
		video_id: text()
			.notNull()
			.references(() => videos.id, { onDelete: "cascade" }),
		/** The vote before the change; null if there was none. */
		was: text(VOTE_TYPES),
		/** The vote after the change; null if it was withdrawn. */
		vote_type: text(VOTE_TYPES),
		/** Whether the account was new. */
		fresh: integer({ mode: "boolean" }).notNull(),
		/**
		 * A keyed hash of the voter's network; null if the address is not public, or when it is no
		 * longer needed.
		 */
		network: text(),
		cast_at: text().notNull(),
		/** This column and the following ones are null unless the vote belongs to a vote check. */
		state: text({ enum: ["open", "settled", "lifted", "upheld"] }),
		cause: text({ enum: ["new_accounts", "one_network"] }),
		/** The direction of the checked votes. */
		direction: text(VOTE_TYPES),
		/** Whether another vote came from the same network. */
		shared: integer({ mode: "boolean" }),
		/** Whether two earlier votes came from the same network. */
		excess: integer({ mode: "boolean" }),
		/** When the check that the vote belongs to began. */
		opened_at: text(),
		decided_at: text(),
	},
	(t) => [
		primaryKey({ columns: [t.user_id, t.statement_id] }),
		index("vote_checks_recent").on(t.video_id, t.vote_type, t.cast_at),
		index("vote_checks_networks").on(t.statement_id, t.network).where(sql`network is not null`),
		index("vote_checks_unsuspect").on(t.cast_at).where(sql`state is null`),
		index("vote_checks_by_statement").on(t.statement_id, t.opened_at).where(sql`state is not null`),
		index("vote_checks_by_video").on(t.video_id).where(sql`state is not null`),
		index("vote_checks_by_state")
			.on(t.state, t.opened_at, t.statement_id)
			.where(sql`state is not null`),
	],
);

export const networkKeys = sqliteTable("network_keys", {
	period: integer().primaryKey(),
	key: text().notNull(),
});
