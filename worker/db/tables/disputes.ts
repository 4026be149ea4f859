import { type SQL, sql } from "drizzle-orm";
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { VOTE_REASONS } from "#contract/vote-reasons.ts";

/** Objections to a rating, each with a page. They outlive their member, without page and comment. */
export const disputes = sqliteTable("disputes", {
	id: text().primaryKey(),
	statement_id: text().notNull(),
	video_id: text().notNull(),
	member_id: text(),
	reason: text({ enum: VOTE_REASONS }).notNull(),
	url: text(),
	comment: text(),
	can_move: integer({ mode: "boolean" }).notNull(),
	created_at: text().notNull(),
	outcome: text({ enum: ["open", "moved", "stays", "not_checked"] }).notNull(),
	settled_at: text(),
	before: text({ mode: "json" }).notNull(),
	after: text({ mode: "json" }),
	version: integer(),
	run_id: text(),
	rechecked_at: text(),
	hidden_at: text(),
	/** A salted hash, until it is settled. */
	network: text(),
});

/** What the networks of a video's open disputes are hashed with. */
export const disputeSalts = sqliteTable("dispute_salts", {
	video_id: text().primaryKey(),
	salt: text().notNull(),
});

/** When the member of the dispute in this table signed up: older accounts come first. */
export function accountAge(table: string): SQL {
	const it = sql.raw(table);
	return sql`(select m.created_at from members m where m.id = ${it}.member_id)`;
}

/**
 * Whether the member of the dispute in this table had a page read for the statement before: then
 * it waits behind those of other members, who could never get a turn otherwise.
 */
export function hadTurn(table: string): SQL {
	const it = sql.raw(table);
	return sql`exists (select 1 from disputes e where e.statement_id = ${it}.statement_id and e.member_id = ${it}.member_id and e.outcome in ('moved', 'stays'))`;
}
