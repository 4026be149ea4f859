import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { MemberId, StatementId } from "#contract/ids.ts";
import { agreementPercent } from "#contract/vote-counts.ts";
import type { FrozenTotals, FrozenVotes } from "#contract/vote-freezes.ts";
import type { VoteType } from "#contract/votes.ts";
import type { Db } from "#db/client.ts";
import { statements } from "#db/tables/statements.ts";
import {
	frozenVotes,
	recentVotes,
	voteFreezes,
} from "#db/tables/vote-freezes.ts";
import { type Brigading, type FreezeCause, freezeReason } from "./brigading.ts";
import { castWithin, movedTo, type Watch } from "./recent-votes.ts";

type DetectedBrigading = {
	brigading: Brigading;
	/** The vote by which it was detected. */
	statement_id: StatementId;
	member_id: MemberId;
	vote_type: VoteType;
	/** The statement is frozen already: only this vote is added. */
	frozen: boolean;
	/** Others of the recent votes came from the same network. */
	network_shared: boolean;
	watch: Watch;
};

/**
 * Freezes the brigaded statements at their counts from before, and stores which votes are
 * suspect. Repeated or concurrent calls change nothing more.
 */
export async function freezeVotes(
	db: Db,
	found: DetectedBrigading,
): Promise<void> {
	const marks = markVotes(db, found);
	if (found.frozen) await marks;
	else await db.batch([freezeStatements(db, found), marks]);
}

function freezeStatements(db: Db, found: DetectedBrigading) {
	const { brigading, vote_type, watch } = found;
	const cause: FreezeCause = brigading.fresh ? "new_accounts" : "one_network";
	const began = sql`(select min(${recentVotes.cast_at}) from ${recentVotes} where ${recentVotes.statement_id} = ${statements.id} and ${suspects(found)})`;
	const before = (type: VoteType, count: SQL) =>
		sql`max(0, ${count} - coalesce((select sum((${recentVotes.vote_type} is ${type}) - (${recentVotes.was} is ${type})) from ${recentVotes} where ${recentVotes.video_id} = ${statements.video_id} and ${recentVotes.statement_id} = ${statements.id} and ${castWithin({ since: began, until: watch.until })}), 0))`;
	const votedOn = sql`${statements.id} in (select ${recentVotes.statement_id} from ${recentVotes} where ${suspects(found)})`;
	const rests = sql`exists (select 1 from ${voteFreezes} where ${voteFreezes.statement_id} = ${statements.id} and ${voteFreezes.state} = 'lifted' and ${voteFreezes.decided_at} > ${watch.rested_since})`;
	return db
		.insert(voteFreezes)
		.select(
			sql`select null, ${statements.id}, ${statements.video_id}, 'open', ${cause}, ${vote_type}, ${before("upvote", sql`${statements.upvotes}`)}, ${before("downvote", sql`${statements.downvotes}`)}, ${watch.now}, null from ${statements} where ${and(isNull(statements.retired_at), votedOn, sql`not ${rests}`)}`,
		)
		.onConflictDoNothing();
}

function markVotes(db: Db, found: DetectedBrigading) {
	const { since, until } = found.watch;
	const another = sql`exists (select 1 from ${recentVotes} as another where another.video_id = ${recentVotes.video_id} and another.vote_type = ${recentVotes.vote_type} and another.cast_at between ${since} and ${until} and another.network = ${recentVotes.network} and another.user_id <> ${recentVotes.user_id})`;
	// Searching for them again with each vote of long brigading would be slow.
	const shared = found.frozen ? sql`${Number(found.network_shared)}` : another;
	return db
		.insert(frozenVotes)
		.select(
			sql`select ${voteFreezes.id}, ${recentVotes.user_id}, ${recentVotes.statement_id}, ${recentVotes.fresh}, ${shared}, ${recentVotes.cast_at} from ${recentVotes} inner join ${voteFreezes} on ${voteFreezes.statement_id} = ${recentVotes.statement_id} and ${voteFreezes.state} = 'open' where ${suspects(found)} and ${found.frozen ? eq(recentVotes.user_id, found.member_id) : sql`true`}`,
		)
		.onConflictDoNothing();
}

/** The recent votes that the brigading consists of. */
function suspects({
	brigading,
	statement_id,
	vote_type,
	watch,
}: DetectedBrigading) {
	const here =
		brigading.on === "statement"
			? sql`${recentVotes.statement_id} = ${statement_id}`
			: sql`true`;
	const fresh = brigading.fresh ? sql`${recentVotes.fresh} = 1` : sql`false`;
	const shared = brigading.shared
		? sql`${recentVotes.network} = ${watch.network}`
		: sql`false`;
	return sql`${recentVotes.video_id} = (select video_id from ${statements} as voted where voted.id = ${statement_id}) and ${here} and ${movedTo(vote_type, watch)} and (${fresh} or ${shared})`;
}

/** For a left join to a statement: the row exists while its votes are frozen. */
export const OPEN_FREEZE = and(
	eq(voteFreezes.statement_id, statements.id),
	sql`${voteFreezes.state} = 'open'`,
);

/** The columns of a statement's freeze that a report reads. */
export const FROZEN_COLUMNS = {
	held_up: sql<number | null>`${voteFreezes.upvotes}`.as("held_up"),
	held_down: sql<number | null>`${voteFreezes.downvotes}`.as("held_down"),
	held_since: sql<string | null>`${voteFreezes.opened_at}`.as("held_since"),
	held_cause: voteFreezes.cause,
};

type FrozenRow = {
	held_up: number | null;
	held_down: number | null;
	held_since: string | null;
	held_cause: (typeof voteFreezes.$inferSelect)["cause"] | null;
};

/** undefined if nothing is frozen. */
export function readFrozenVotes(row: FrozenRow): FrozenVotes | undefined {
	const { held_up, held_down, held_since, held_cause } = row;
	if (held_up === null || held_down === null) return undefined;
	if (held_since === null || held_cause === null) return undefined;
	return {
		upvotes: held_up,
		downvotes: held_down,
		community_agreement: agreementPercent(held_up, held_down),
		since: held_since,
		reason: freezeReason(held_cause, held_up + held_down),
	};
}

/**
 * The columns that a list reads of a video's freezes: the difference between its counts
 * and those that are shown. Names are written out, because a select of one table drops
 * them.
 */
export const FROZEN_TOTALS = {
	held_statements: ofHolds("count(*)", "held_statements"),
	held_ups: ofHolds("coalesce(sum(s.upvotes - h.upvotes), 0)", "held_ups"),
	held_downs: ofHolds(
		"coalesce(sum(s.downvotes - h.downvotes), 0)",
		"held_downs",
	),
};

function ofHolds(what: string, name: string) {
	return sql<number>`(select ${sql.raw(what)} from vote_holds h inner join statements s on s.id = h.statement_id where h.video_id = ${sql.raw('"videos"."id"')} and h.state = 'open' and s.retired_at is null)`.as(
		name,
	);
}

type TotalsRow = {
	upvotes: number;
	downvotes: number;
	held_statements: number;
	held_ups: number;
	held_downs: number;
};

/** A video's counted votes and its shown votes. */
export function readTotals(row: TotalsRow) {
	const { upvotes, downvotes, held_statements } = row;
	const up = upvotes - row.held_ups;
	const down = downvotes - row.held_downs;
	const votes_held: FrozenTotals | undefined =
		held_statements > 0
			? { total_votes: up + down, statements: held_statements }
			: undefined;
	return {
		total_votes: upvotes + downvotes,
		community_agreement: agreementPercent(up, down),
		...(votes_held && { votes_held }),
	};
}
