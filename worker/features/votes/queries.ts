import { and, eq, isNull, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type MemberId, StatementId, type VideoId } from "#contract/ids.ts";
import type { VoteType } from "#contract/votes.ts";
import { excluded } from "#db/batch.ts";
import type { Db } from "#db/client.ts";
import { queryTemplate } from "#db/query-template.ts";
import { statements, votes } from "#db/tables/statements.ts";
import { videos } from "#db/tables/videos.ts";
import { voteChecks } from "#db/tables/vote-checks.ts";
import { shownIn, type View } from "#db/view.ts";
import { mayWriteWithKey } from "#identity/api-keys.ts";
import { idleSince, isOpenSession } from "#identity/sessions.ts";
import type { RecentVotes } from "./brigading.ts";
import { countRecent, noteMove, toRecentVotes, watchFrom } from "./recent-votes.ts";

export type { VoteType } from "#contract/votes.ts";

type VoteTarget = {
	statement_id: StatementId;
	member_id: MemberId;
	view: View;
	/** ISO 8601. */
	now: string;
	/** A keyed hash of the voter's network; omitted if the address has no public network. */
	network?: string | null;
	/** The hash of the session or the API key that the member votes with. */
	credential: string;
};

/** The counts after a vote, or the reason why the statement cannot be voted on. */
export type VoteOutcome =
	| {
			/** The statement's votes after this vote. */
			upvotes: number;
			downvotes: number;
			/** Whether the statement's votes are under review. */
			checking: boolean;
			/** The recent votes in the same direction, including this one. */
			recent: RecentVotes;
	  }
	| "retired"
	| "unknown"
	/** The session or the key has ended since the member was identified. */
	| "unauthorized";

/** Sets the member's vote on the statement. Idempotent. */
export function castVote(db: Db, vote: VoteTarget & { vote_type: VoteType }): Promise<VoteOutcome> {
	return moveVote(db, vote, vote.vote_type);
}

/** Deletes the member's vote, if there is one. Idempotent. */
export function withdrawVote(db: Db, vote: VoteTarget): Promise<VoteOutcome> {
	return moveVote(db, vote, null);
}

/** The member's votes on the video's live statements. */
export async function readMyVotes(
	db: Db,
	video_id: VideoId,
	member_id: MemberId,
): Promise<Record<StatementId, VoteType>> {
	const rows = await db
		.select({ id: statements.id, vote_type: votes.vote_type })
		.from(statements)
		.innerJoin(votes, and(eq(votes.user_id, member_id), eq(votes.statement_id, statements.id)))
		.where(and(eq(statements.video_id, video_id), isNull(statements.retired_at)));
	return Object.fromEntries(rows.map((row) => [StatementId.parse(row.id), row.vote_type]));
}

async function moveVote(db: Db, target: VoteTarget, to: VoteType | null): Promise<VoteOutcome> {
	const { statement_id, member_id, now, network = null, credential } = target;
	const { since, until, fresh_since } = watchFrom(now, network);
	const values = {
		statement_id,
		member_id,
		now,
		network,
		credential,
		idle_since: idleSince(now),
		since,
		until,
		fresh_since,
		to,
		up: Number(to === "upvote"),
		down: Number(to === "downvote"),
	};
	const query = target.view.simulated ? VOTE_QUERIES.all : VOTE_QUERIES.real;
	const [, , , , [after], [recent]] = await db.batch([
		query.moveStatement(db, values),
		query.moveVideo(db, values),
		query.noteMove(db, values),
		to === null ? query.withdraw(db, values) : query.cast(db, values),
		query.readCounts(db, values),
		query.countRecent(db, values),
	]);
	if (!after) return "unknown";
	if (after.authorized === 0) return "unauthorized";
	if (after.retired_at !== null) return "retired";
	return {
		upvotes: after.upvotes,
		downvotes: after.downvotes,
		checking: after.checking !== 0,
		recent: toRecentVotes(recent),
	};
}

/**
 * Parameter names. `to` is null if the vote is withdrawn; `up` and `down` are 1 for the
 * respective vote.
 */
const NAMES = [
	"statement_id",
	"member_id",
	"to",
	"up",
	"down",
	"now",
	"network",
	"since",
	"until",
	"fresh_since",
	"credential",
	"idle_since",
] as const;

type At = Record<(typeof NAMES)[number], SQLWrapper>;

/** The prepared queries of a vote, with and without simulated results. */
const VOTE_QUERIES = {
	all: voteQueries({ simulated: true }),
	real: voteQueries({ simulated: false }),
};

/**
 * To be batched in this order. The counters change by the difference to the vote that the same
 * transaction sees, so that concurrent votes lose nothing. Then the vote is written, and the new
 * counts and the recent votes are read.
 */
function voteQueries(view: View) {
	return {
		moveStatement: queryTemplate(NAMES, (db, at) =>
			db
				.update(statements)
				.set({
					upvotes: sql`${statements.upvotes} + ${difference(at, "upvote")}`,
					downvotes: sql`${statements.downvotes} + ${difference(at, "downvote")}`,
				})
				.where(and(isVotedOn(at), votable(at, view))),
		),
		moveVideo: queryTemplate(NAMES, (db, at) =>
			db
				.update(videos)
				.set({
					upvotes: sql`${videos.upvotes} + ${difference(at, "upvote")}`,
					downvotes: sql`${videos.downvotes} + ${difference(at, "downvote")}`,
				})
				.where(
					and(
						sql`${videos.id} = (select ${statements.video_id} from ${statements} where ${isVotedOn(at)})`,
						votable(at, view),
					),
				),
		),
		noteMove: queryTemplate(NAMES, (db, at) => noteMove(db, at, votable(at, view))),
		cast: queryTemplate(NAMES, (db, at) =>
			db
				.insert(votes)
				.select(
					sql`select null, ${at.member_id}, ${at.statement_id}, ${at.to}, ${at.now} where ${votable(at, view)}`,
				)
				.onConflictDoUpdate({
					target: [votes.user_id, votes.statement_id],
					set: excluded("vote_type"),
				}),
		),
		withdraw: queryTemplate(NAMES, (db, at) =>
			db
				.delete(votes)
				.where(
					and(
						eq(votes.user_id, at.member_id),
						eq(votes.statement_id, at.statement_id),
						votable(at, view),
					),
				),
		),
		readCounts: queryTemplate(NAMES, (db, at) =>
			db
				.select({
					upvotes: statements.upvotes,
					downvotes: statements.downvotes,
					retired_at: statements.retired_at,
					checking: CHECKING,
					authorized: sql<number>`${mayAct(at)}`.as("authorized"),
				})
				.from(statements)
				.innerJoin(videos, eq(videos.id, statements.video_id))
				.where(and(isVotedOn(at), shownIn(view))),
		),
		countRecent: queryTemplate(NAMES, countRecent),
	};
}

const CHECKING =
	sql<number>`exists (select 1 from ${voteChecks} where ${voteChecks.statement_id} = ${statements.id} and ${voteChecks.state} is not null and ${voteChecks.state} = 'open')`.as(
		"checking",
	);

function isVotedOn({ statement_id }: At): SQL {
	return eq(statements.id, statement_id);
}

/** The change (-1, 0 or 1) of the count of `type` when the member's vote becomes `to`. */
function difference(at: At, type: VoteType): SQL {
	const now = sql`(select ${votes.vote_type} = ${sql.raw(`'${type}'`)} from ${votes} where ${votes.user_id} = ${at.member_id} and ${votes.statement_id} = ${at.statement_id})`;
	return sql`${type === "upvote" ? at.up : at.down} - coalesce(${now}, 0)`;
}

/** The session or key is still valid: a replica may have one that has just ended. */
function mayAct(at: At): SQL {
	return sql`(${isOpenSession(at)} or ${mayWriteWithKey(at)})`;
}

/** The statement is live, the view shows its video, and the member may still act. */
function votable(at: At, view: View): SQL {
	const { statement_id } = at;
	return sql`${mayAct(at)} and exists (select 1 from ${statements} inner join ${videos} on ${videos.id} = ${statements.video_id} where ${statements.id} = ${statement_id} and ${statements.retired_at} is null and ${shownIn(view)})`;
}
