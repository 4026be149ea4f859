import { and, eq, isNull, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type MemberId, StatementId, type VideoId } from "#contract/ids.ts";
import type { VoteReason, VoteType } from "#contract/votes.ts";
import { excluded, runBatch } from "#db/batch.ts";
import type { Db } from "#db/client.ts";
import { queryTemplate } from "#db/query-template.ts";
import { statements, votes } from "#db/tables/statements.ts";
import { videos } from "#db/tables/videos.ts";
import { shownIn, type View } from "#db/view.ts";
import { mayWriteWithKey } from "#identity/api-keys.ts";
import { idleSince, isOpenSession } from "#identity/sessions.ts";
import { leaveOutRepeat, recentVotes, recordChange } from "./check-queries.ts";
import { type RecentVotes, voteWindow } from "./vote-check.ts";

export type VoteChange = {
	statement_id: StatementId;
	member_id: MemberId;
	/** null withdraws the vote. */
	vote_type: VoteType | null;
	/** Why the member disagrees; left out, it keeps what they said before with a vote of this type. */
	reason?: VoteReason | undefined;
	/** The hash of the session or the API key that the member votes with. */
	credential: string;
	/** A keyed hash of the voter's network; null if the address has no public one. */
	network: string | null;
	/** As `sharedMailbox` returns it. */
	mailbox?: string | null;
	/** ISO 8601. */
	now: string;
	view: View;
};

/** The counts after a vote, or the reason why the statement cannot be voted on. */
export type VoteOutcome =
	| {
			/** The statement's votes after this vote. */
			upvotes: number;
			downvotes: number;
			/** The recent votes in the same direction, including this one. */
			recent: RecentVotes;
	  }
	| "retired"
	/** It is unverified: there is no rating to agree with. An earlier vote can be withdrawn. */
	| "unrated"
	| "unknown"
	/** The session or the key has ended since the member was identified. */
	| "unauthorized";

/** Sets or withdraws the member's vote on the statement. Idempotent. */
export async function writeVote(db: Db, vote: VoteChange): Promise<VoteOutcome> {
	const { vote_type: to, reason = null, mailbox = null, now, view, ...of } = vote;
	const { since, until, fresh_since } = voteWindow(now);
	const values = {
		...of,
		to,
		reason,
		mailbox,
		up: Number(to === "upvote"),
		down: Number(to === "downvote"),
		now,
		since,
		until,
		fresh_since,
		idle_since: idleSince(now),
	};
	const query = view.simulated ? VOTE_QUERIES.all : VOTE_QUERIES.real;
	const { counted } = await runBatch(db, {
		recorded: query.record(db, values),
		video: query.countOnVideo(db, values),
		counted: query.countOnStatement(db, values),
		...(to === null
			? { vote: query.withdraw(db, values) }
			: { vote: query.cast(db, values), repeat: query.leaveOutRepeat(db, values) }),
	});
	const [after] = counted;
	if (after) return { ...after, recent: JSON.parse(after.recent) as RecentVotes };
	const { refused } = await runBatch(db, { refused: query.readRefusal(db, values) });
	const [found] = refused;
	if (!found) return "unknown";
	if (found.authorized === 0) return "unauthorized";
	return found.retired_at === null ? "unrated" : "retired";
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

/**
 * Parameter names. `to` is null if the vote is withdrawn; `up` and `down` are 1 for the
 * respective vote.
 */
const NAMES = [
	"statement_id",
	"member_id",
	"to",
	"reason",
	"up",
	"down",
	"now",
	"network",
	"mailbox",
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
 * transaction sees, so that concurrent votes lose nothing; the vote itself is written last.
 */
function voteQueries(view: View) {
	return {
		record: queryTemplate(NAMES, (db, at) => recordChange(db, at, votable(at, view))),
		countOnVideo: queryTemplate(NAMES, (db, at) =>
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
		countOnStatement: queryTemplate(NAMES, (db, at) =>
			db
				.update(statements)
				.set({
					upvotes: sql`${statements.upvotes} + ${difference(at, "upvote")}`,
					downvotes: sql`${statements.downvotes} + ${difference(at, "downvote")}`,
				})
				.where(and(isVotedOn(at), votable(at, view)))
				.returning({
					upvotes: statements.upvotes,
					downvotes: statements.downvotes,
					recent: recentVotes(at).as("recent"),
				}),
		),
		cast: queryTemplate(NAMES, (db, at) =>
			db
				.insert(votes)
				.select(
					sql`select null, ${at.member_id}, ${at.statement_id}, ${at.to}, ${at.now}, ${at.reason} where ${votable(at, view)}`,
				)
				.onConflictDoUpdate({
					target: [votes.user_id, votes.statement_id],
					set: {
						...excluded("vote_type"),
						reason: sql`coalesce(excluded.reason, case when ${votes.vote_type} = excluded.vote_type then ${votes.reason} end)`,
					},
				}),
		),
		leaveOutRepeat: queryTemplate(NAMES, leaveOutRepeat),
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
		/** No row if the view does not show the statement. */
		readRefusal: queryTemplate(NAMES, (db, at) =>
			db
				.select({
					authorized: sql<number>`${mayAct(at)}`.as("authorized"),
					retired_at: statements.retired_at,
				})
				.from(statements)
				.innerJoin(videos, eq(videos.id, statements.video_id))
				.where(and(isVotedOn(at), shownIn(view))),
		),
	};
}

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

/**
 * The statement is live and has a score if it is voted on, the view shows its video, and the member
 * may still act.
 */
function votable(at: At, view: View): SQL {
	const { statement_id } = at;
	return sql`${mayAct(at)} and exists (select 1 from ${statements} inner join ${videos} on ${videos.id} = ${statements.video_id} where ${statements.id} = ${statement_id} and ${statements.retired_at} is null and (${statements.ai_score} is not null or ${at.to} is null) and ${shownIn(view)})`;
}
