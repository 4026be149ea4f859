import { type SQL, sql } from "drizzle-orm";
import { agreementPercent } from "#contract/vote-counts.ts";
import type { CheckedTotals, CheckedVotes } from "#contract/votes.ts";
import { statements } from "#db/tables/statements.ts";
import { voteChecks } from "#db/tables/vote-checks.ts";
import { type CheckCause, checkingReason, leftOutReason } from "./vote-check.ts";

/** The votes that the percentage leaves out; `c` is the table's alias. */
export const LEFT_OUT = sql.raw(
	"c.state is not null and (c.state in ('open', 'upheld') or (c.state = 'settled' and c.excess = 1))",
);

/** Whether the statement's percentage leaves out a vote. */
export const LEAVES_OUT: SQL = sql`exists (select 1 from ${voteChecks} as c where c.statement_id = ${statements.id} and ${LEFT_OUT})`;

/** Sums over the votes that the percentage leaves out. */
const UPS = "coalesce(sum(c.vote_type = 'upvote'), 0)";
const DOWNS = "coalesce(sum(c.vote_type = 'downvote'), 0)";

/** A value of the open check; without one, of all votes that are left out. */
function ofOpenCheck(choose: "min" | "max", column: string): string {
	return `coalesce(${choose}(case when c.state = 'open' then ${column} end), ${choose}(${column}))`;
}

/**
 * The column with a statement's check for reports. Names are written out for the reason given
 * below.
 */
export const CHECK_COLUMNS = {
	votes_left_out:
		sql<string>`(select json_array(${sql.raw(`${UPS}, ${DOWNS}, coalesce(max(c.state = 'open'), 0), coalesce(max(c.state = 'upheld'), 0), ${ofOpenCheck("min", "c.opened_at")}, ${ofOpenCheck("max", "c.cause")}, count(c.one_mailbox), count(*)`)}) from vote_checks c where c.statement_id = ${sql.raw('"statements"."id"')} and ${LEFT_OUT})`.as(
			"votes_left_out",
		),
};

type CountedRow = { upvotes: number; downvotes: number; votes_left_out: string };

/** The votes that a statement's percentage counts; undefined if it counts all of them. */
export function readCountedVotes(row: CountedRow): CheckedVotes | undefined {
	const [ups, downs, open, upheld, since, cause, of_mailboxes, all] = JSON.parse(
		row.votes_left_out,
	) as [number, number, number, number, string | null, CheckCause | null, number, number];
	if (since === null || cause === null) return undefined;
	const checking = open === 1;
	if (!checking && ups + downs === 0) return undefined;
	const upvotes = Math.max(0, row.upvotes - ups);
	const downvotes = Math.max(0, row.downvotes - downs);
	return {
		checking,
		upvotes,
		downvotes,
		since,
		community_agreement: checking ? null : agreementPercent(upvotes, downvotes),
		reason: checking
			? checkingReason(cause)
			: leftOutReason(ups + downs, {
					by_team: upheld === 1,
					networks: of_mailboxes < all,
					mailboxes: of_mailboxes > 0,
				}),
	};
}

/**
 * Columns with the votes that a video's percentage leaves out, for lists. Names are written out,
 * because drizzle drops table names in a select from one table.
 */
export const LEFT_OUT_TOTALS = {
	checked_statements: ofVideo(
		"count(distinct case when c.state = 'open' then c.statement_id end)",
		"checked_statements",
	),
	left_out_ups: ofVideo(UPS, "left_out_ups"),
	left_out_downs: ofVideo(DOWNS, "left_out_downs"),
};

function ofVideo(what: string, name: string) {
	return sql<number>`(select ${sql.raw(what)} from vote_checks c inner join statements s on s.id = c.statement_id where c.video_id = ${sql.raw('"videos"."id"')} and s.retired_at is null and ${LEFT_OUT})`.as(
		name,
	);
}

type TotalsRow = {
	upvotes: number;
	downvotes: number;
	checked_statements: number;
	left_out_ups: number;
	left_out_downs: number;
};

/** A video's votes, and its agreement without the excluded votes. */
export function readTotals(row: TotalsRow) {
	const { upvotes, downvotes, checked_statements } = row;
	const up = Math.max(0, upvotes - row.left_out_ups);
	const down = Math.max(0, downvotes - row.left_out_downs);
	const differs = up !== upvotes || down !== downvotes;
	const votes_held: CheckedTotals | undefined =
		checked_statements > 0 || differs
			? { total_votes: up + down, statements: checked_statements }
			: undefined;
	return {
		total_votes: upvotes + downvotes,
		community_agreement: agreementPercent(up, down),
		...(votes_held && { votes_held }),
	};
}
