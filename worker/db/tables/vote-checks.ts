import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

const VOTE_TYPES = { enum: ["upvote", "downvote"] } as const;

/** Recently changed votes (for some minutes), and every vote of a vote check. */
export const voteChecks = sqliteTable("vote_checks", {
	user_id: text().notNull(),
	statement_id: text().notNull(),
	video_id: text().notNull(),
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
	state: text({ enum: ["open", "settled", "lifted", "upheld"] }),
	cause: text({ enum: ["new_accounts", "one_network"] }),
	/** The direction of the checked votes. */
	direction: text(VOTE_TYPES),
	shared: integer({ mode: "boolean" }),
	/** Whether two earlier votes came from the same network. */
	excess: integer({ mode: "boolean" }),
	/** When the check that the vote belongs to began. */
	opened_at: text(),
	decided_at: text(),
	/** Whether another account of the voter's mailbox had voted on the statement. */
	one_mailbox: integer({ mode: "boolean" }),
});

export const networkKeys = sqliteTable("network_keys", {
	period: integer().primaryKey(),
	key: text().notNull(),
});
