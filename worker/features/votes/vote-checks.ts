import { and, eq, gt, isNotNull, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { MemberId, StatementId } from "#contract/ids.ts";
import type { CheckedTotals, CheckedVotes } from "#contract/vote-checks.ts";
import { agreementPercent } from "#contract/vote-counts.ts";
import type { VoteType } from "#contract/votes.ts";
import type { Db } from "#db/client.ts";
import { statements } from "#db/tables/statements.ts";
import { voteChecks } from "#db/tables/vote-checks.ts";
import {
	type Brigading,
	CHECKED_MS,
	type CheckCause,
	checkingReason,
	leftOutReason,
	NETWORK_VOTES,
} from "./brigading.ts";
import { movedTo, type Watch } from "./recent-votes.ts";

type DetectedBrigading = {
	brigading: Brigading;
	/** The statement of the vote that triggered the detection. */
	statement_id: StatementId;
	member_id: MemberId;
	vote_type: VoteType;
	/** Whether the statement is already under review. If so, only this vote is added. */
	checking: boolean;
	watch: Watch;
};

/**
 * Marks the votes of a brigading. A statement has at most one check a day: later suspect votes
 * are added to it, so that its agreement is not hidden repeatedly. Idempotent, also for
 * concurrent calls.
 */
export async function markSuspects(db: Db, found: DetectedBrigading): Promise<void> {
	const { brigading, member_id, vote_type, checking, watch } = found;
	const cause: CheckCause = brigading.fresh ? "new_accounts" : "one_network";
	const earlier = (column: string) =>
		sql`(select ${sql.raw(`earlier.${column}`)} from ${voteChecks} as earlier where earlier.statement_id = ${voteChecks.statement_id} and earlier.state is not null and earlier.opened_at > ${watch.rested_since} order by earlier.opened_at desc limit 1)`;
	const sameNetwork = sql`from ${voteChecks} as other where other.statement_id = ${voteChecks.statement_id} and other.network = ${voteChecks.network} and (other.state is not null or other.cast_at between ${watch.since} and ${watch.until})`;
	await db
		.update(voteChecks)
		.set({
			state: sql`coalesce(${earlier("state")}, 'open')`,
			cause: sql`coalesce(${earlier("cause")}, ${cause})`,
			direction: sql`coalesce(${earlier("direction")}, ${vote_type})`,
			shared: sql`exists (select 1 ${sameNetwork} and other.user_id <> ${voteChecks.user_id})`,
			excess: sql`(select count(*) ${sameNetwork} and (other.cast_at, other.user_id) < (${voteChecks.cast_at}, ${voteChecks.user_id})) >= ${NETWORK_VOTES}`,
			opened_at: sql`coalesce(${earlier("opened_at")}, ${watch.now})`,
			decided_at: earlier("decided_at"),
		})
		.where(
			and(
				isNull(voteChecks.state),
				suspects(found),
				checking ? eq(voteChecks.user_id, member_id) : undefined,
			),
		);
}

/** Selects the recent votes that belong to the brigading. */
function suspects({ brigading, statement_id, vote_type, watch }: DetectedBrigading) {
	const here = brigading.on === "statement" ? eq(voteChecks.statement_id, statement_id) : undefined;
	const fresh = brigading.fresh ? eq(voteChecks.fresh, true) : undefined;
	const shared =
		brigading.shared && watch.network !== null ? eq(voteChecks.network, watch.network) : undefined;
	return and(
		sql`${voteChecks.video_id} = (select video_id from ${statements} as voted where voted.id = ${statement_id})`,
		here,
		movedTo(vote_type, watch),
		or(fresh, shared) ?? sql`false`,
	);
}

/**
 * Ends the checks that are due without an admin's decision. Two suspect votes of each network
 * count, and all other votes. The networks are deleted, because they are not needed any more.
 */
export async function settleChecks(db: Db, now: string): Promise<void> {
	const due = new Date(Date.parse(now) - CHECKED_MS).toISOString();
	await db
		.update(voteChecks)
		.set({ state: "settled", network: null })
		.where(
			and(
				eq(voteChecks.state, "open"),
				isNotNull(voteChecks.state),
				// A check opened after `now` was stored before the clock was set back.
				or(lte(voteChecks.opened_at, due), gt(voteChecks.opened_at, now)),
			),
		);
}

/** The votes that the percentage leaves out; `c` is the table's alias. */
export const LEFT_OUT = sql.raw(
	"c.state is not null and (c.state in ('open', 'upheld') or (c.state = 'settled' and c.excess = 1))",
);

/** Whether a vote on the statement is excluded from its percentage. */
export const IS_CONTESTED: SQL = sql`exists (select 1 from ${voteChecks} as c where c.statement_id = ${statements.id} and ${LEFT_OUT})`;

/** The number of votes of this type on the updated statement that the percentage leaves out. */
export function leftOutOf(type: "upvote" | "downvote"): SQL {
	return sql`(select count(*) from vote_checks c where c.statement_id = ${sql.raw('"statements"."id"')} and c.vote_type = ${sql.raw(`'${type}'`)} and ${LEFT_OUT})`;
}

/** Sums over the votes that the percentage leaves out. */
const UPS = "coalesce(sum(c.vote_type = 'upvote'), 0)";
const DOWNS = "coalesce(sum(c.vote_type = 'downvote'), 0)";

/**
 * The column with a statement's check for reports. Names are written out for the reason given
 * below.
 */
export const CHECK_COLUMNS = {
	votes_left_out:
		sql<string>`(select json_array(${sql.raw(`${UPS}, ${DOWNS}, coalesce(max(c.state = 'open'), 0), coalesce(max(c.state = 'upheld'), 0), min(c.opened_at), max(c.cause)`)}) from vote_checks c where c.statement_id = ${sql.raw('"statements"."id"')} and ${LEFT_OUT})`.as(
			"votes_left_out",
		),
};

type CheckRow = { upvotes: number; downvotes: number; votes_left_out: string };

/** undefined if the percentage counts all votes. */
export function readCheckedVotes(row: CheckRow): CheckedVotes | undefined {
	const [ups, downs, open, upheld, since, cause] = JSON.parse(row.votes_left_out) as [
		number,
		number,
		number,
		number,
		string | null,
		CheckCause | null,
	];
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
		reason: checking ? checkingReason(cause) : leftOutReason(ups + downs, upheld === 1),
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
	left_out_ups: ofVideo(UPS, "left_out_ups", setAside(0)),
	left_out_downs: ofVideo(DOWNS, "left_out_downs", setAside(1)),
};

function ofVideo(what: string, name: string, plus: SQL = sql``) {
	return sql<number>`(select ${sql.raw(what)} from vote_checks c inner join statements s on s.id = c.statement_id where c.video_id = ${sql.raw('"videos"."id"')} and s.retired_at is null and ${LEFT_OUT})${plus}`.as(
		name,
	);
}

/** Adds the votes that an edit of the video set aside. Ordinary videos have no row in that index. */
function setAside(place: 0 | 1): SQL {
	return sql.raw(
		` + (select coalesce(sum(json_extract(a.votes_set_aside, '$[${place}]')), 0) from statements a where a.video_id = "videos"."id" and a.votes_set_aside is not null)`,
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
