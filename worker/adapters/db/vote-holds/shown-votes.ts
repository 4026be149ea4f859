import { and, eq, sql } from "drizzle-orm";
import type { HeldTotals, HeldVotes } from "#contract/held-votes.ts";
import { heldReason } from "#domain/votes/held-reason.ts";
import { statements } from "../schema/statements.ts";
import { voteHolds } from "../schema/vote-holds.ts";

/** For a left join to a statement: there is a row while its votes are checked. */
export const OPEN_HOLD = and(
	eq(voteHolds.statement_id, statements.id),
	sql`${voteHolds.state} = 'open'`,
);

/** What a report reads of a statement's hold. */
export const HELD_COLUMNS = {
	held_up: sql<number | null>`${voteHolds.upvotes}`.as("held_up"),
	held_down: sql<number | null>`${voteHolds.downvotes}`.as("held_down"),
	held_since: sql<string | null>`${voteHolds.opened_at}`.as("held_since"),
	held_cause: voteHolds.cause,
};

type HeldRow = {
	held_up: number | null;
	held_down: number | null;
	held_since: string | null;
	held_cause: (typeof voteHolds.$inferSelect)["cause"] | null;
};

/** undefined where nothing is held. */
export function heldVotesOf(row: HeldRow): HeldVotes | undefined {
	const { held_up, held_down, held_since, held_cause } = row;
	if (held_up === null || held_down === null) return undefined;
	if (held_since === null || held_cause === null) return undefined;
	return {
		upvotes: held_up,
		downvotes: held_down,
		community_agreement: percentOf(held_up, held_down),
		since: held_since,
		reason: heldReason(held_cause, held_up + held_down),
	};
}

/**
 * What a list reads of a video's holds: how far its counts are from those that
 * are shown. Names are written out, because a select of one table drops them.
 */
export const HELD_TOTALS = {
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

/** A video's votes as they are told and as they are shown. */
export function totalsOf(row: TotalsRow) {
	const { upvotes, downvotes, held_statements } = row;
	const up = upvotes - row.held_ups;
	const down = downvotes - row.held_downs;
	const votes_held: HeldTotals | undefined =
		held_statements > 0
			? { total_votes: up + down, statements: held_statements }
			: undefined;
	return {
		total_votes: upvotes + downvotes,
		community_agreement: percentOf(up, down),
		...(votes_held && { votes_held }),
	};
}

function percentOf(up: number, down: number): number | null {
	return up + down === 0 ? null : Math.round((100 * up) / (up + down));
}
