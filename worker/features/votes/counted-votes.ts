import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { StatementId, VideoId } from "#contract/ids.ts";
import { agreementPercent } from "#contract/vote-counts.ts";
import type { CheckedTotals, CheckedVotes } from "#contract/votes.ts";
import type { Db, DbStatement } from "#db/client.ts";
import { statements } from "#db/tables/statements.ts";
import { voteChecks } from "#db/tables/vote-checks.ts";
import { type CheckCause, checkingReason, leftOutReason } from "./vote-check.ts";

/** The votes that the percentage leaves out; `c` is the table's alias. */
export const LEFT_OUT = sql.raw(
	"c.state is not null and (c.state in ('open', 'upheld') or (c.state = 'settled' and c.excess = 1))",
);

/** Whether the statement's percentage leaves out a vote. */
export const LEAVES_OUT: SQL = sql`exists (select 1 from ${voteChecks} as c where c.statement_id = ${statements.id} and ${LEFT_OUT})`;

/** The number of votes of this type on the updated statement that the percentage leaves out. */
function leftOutOf(type: "upvote" | "downvote"): SQL {
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

type CountedRow = {
	upvotes: number;
	downvotes: number;
	votes_left_out: string;
	votes_set_aside: unknown;
};

const EDITED = "The video was edited after this analysis, so votes from before are set aside.";

/** The votes that a statement's percentage counts; undefined if it counts all of them. */
export function readCountedVotes(row: CountedRow): CheckedVotes | undefined {
	const checked = withoutLeftOut(row);
	if (row.votes_set_aside === null) return checked;
	const [ups, downs, since] = row.votes_set_aside as [number, number, string];
	if (ups + downs === 0) return checked;
	const counted = checked ?? row;
	const upvotes = Math.max(0, counted.upvotes - ups);
	const downvotes = Math.max(0, counted.downvotes - downs);
	if (checked?.checking) return { ...checked, upvotes, downvotes };
	return {
		checking: false,
		upvotes,
		downvotes,
		since,
		community_agreement: agreementPercent(upvotes, downvotes),
		reason: EDITED,
	};
}

function withoutLeftOut(row: CountedRow): CheckedVotes | undefined {
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

/**
 * For a batch: the agreement of these statements counts only votes from now on, and that of the
 * video's other statements counts all votes. Votes that are set aside already stay so.
 */
export function setVotesAside(
	db: Db,
	{ video_id, ids, now }: { video_id: VideoId; ids: readonly StatementId[]; now: string },
	condition: SQL,
): DbStatement[] {
	const listed = sql`${statements.id} in (select value from json_each(${JSON.stringify(ids)}))`;
	const counted = (type: "upvote" | "downvote") => {
		const column = type === "upvote" ? statements.upvotes : statements.downvotes;
		return sql`max(0, ${column} - ${leftOutOf(type)})`;
	};
	const { votes_set_aside } = statements;
	const of_video = eq(statements.video_id, video_id);
	return [
		db
			.update(statements)
			.set({ votes_set_aside: null })
			.where(and(of_video, isNotNull(votes_set_aside), sql`not ${listed}`, condition)),
		db
			.update(statements)
			.set({
				votes_set_aside: sql`json_array(${counted("upvote")}, ${counted("downvote")}, ${now})`,
			})
			.where(
				and(of_video, isNull(votes_set_aside), isNull(statements.retired_at), listed, condition),
			),
	];
}
