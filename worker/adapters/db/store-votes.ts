import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { type MemberId, StatementId, type VideoId } from "#contract/ids.ts";
import type { VoteType } from "#contract/votes.ts";
import type { RecentVotes } from "#domain/votes/recognise-burst.ts";
import { excluded } from "./excluded.ts";
import { insertRows } from "./insert-rows.ts";
import type { Db, DbStatement } from "./open-db.ts";
import { statements, votes } from "./schema/statements.ts";
import { videos } from "./schema/videos.ts";
import { voteHolds } from "./schema/vote-holds.ts";
import { shownIn, type View } from "./view.ts";
import { discounted } from "./vote-holds/discounted.ts";
import {
	countRecent,
	noteMove,
	toRecentVotes,
	watchFrom,
} from "./vote-holds/recent-votes.ts";

export type { VoteType } from "#contract/votes.ts";

export type VoteTarget = {
	statement_id: StatementId;
	member_id: MemberId;
	view: View;
	/** ISO 8601. */
	now: string;
	/** A keyed hash of the voter's network; left out where it tells nothing. */
	network?: string | null;
};

/** What a vote left behind; or why there is nothing to vote on. */
export type VoteOutcome =
	| {
			/** The statement's, after the vote. */
			upvotes: number;
			downvotes: number;
			/** Its votes are being checked. */
			held: boolean;
			/** Those that went the same way, this one among them. */
			recent: RecentVotes;
	  }
	| "retired"
	| "unknown";

/** Sets the member's one vote on the statement. Setting it twice changes nothing. */
export async function castVote(
	db: Db,
	vote: VoteTarget & { vote_type: VoteType },
): Promise<VoteOutcome> {
	const { statement_id, member_id, vote_type } = vote;
	const row = {
		id: undefined,
		user_id: member_id,
		statement_id,
		vote_type,
		created_at: vote.now,
	};
	const write = insertRows(db, votes, [row], votable(vote)).onConflictDoUpdate({
		target: [votes.user_id, votes.statement_id],
		set: excluded("vote_type"),
	});
	return moveVote(db, vote, vote_type, write);
}

/** Takes the member's vote back, if there is one. */
export async function withdrawVote(
	db: Db,
	vote: VoteTarget,
): Promise<VoteOutcome> {
	const write = db
		.delete(votes)
		.where(
			and(
				eq(votes.user_id, vote.member_id),
				eq(votes.statement_id, vote.statement_id),
				votable(vote),
			),
		);
	return moveVote(db, vote, null, write);
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
		.innerJoin(
			votes,
			and(eq(votes.user_id, member_id), eq(votes.statement_id, statements.id)),
		)
		.where(
			and(eq(statements.video_id, video_id), isNull(statements.retired_at)),
		);
	return Object.fromEntries(
		rows.map((row) => [StatementId.parse(row.id), row.vote_type]),
	);
}

/**
 * One batch: the counters move by the difference to the vote as it stands in
 * that very transaction, so that concurrent votes lose nothing; then the vote
 * itself, then the counts that came of it, and those of the last minute's votes.
 */
async function moveVote(
	db: Db,
	target: VoteTarget,
	to: VoteType | null,
	write: DbStatement,
): Promise<VoteOutcome> {
	const { upvotes, downvotes, retired_at } = statements;
	const statement = eq(statements.id, target.statement_id);
	const held = sql<number>`exists (select 1 from ${voteHolds} where ${voteHolds.statement_id} = ${statements.id} and ${voteHolds.state} = 'open')`;
	const counts = sql`${votable(target)} and not ${discounted(target.member_id, target.statement_id)}`;
	const watch = watchFrom(target.now, target.network ?? null);
	const move = { ...target, to, watch };
	const video = sql`(select ${statements.video_id} from ${statements} where ${statement})`;
	const [, , , , [after], [recent]] = await db.batch([
		db
			.update(statements)
			.set({
				upvotes: sql`${upvotes} + ${difference(target, "upvote", to)}`,
				downvotes: sql`${downvotes} + ${difference(target, "downvote", to)}`,
			})
			.where(and(statement, counts)),
		db
			.update(videos)
			.set({
				upvotes: sql`${videos.upvotes} + ${difference(target, "upvote", to)}`,
				downvotes: sql`${videos.downvotes} + ${difference(target, "downvote", to)}`,
			})
			.where(and(sql`${videos.id} = ${video}`, counts)),
		noteMove(db, move, votable(target)),
		write,
		db
			.select({ upvotes, downvotes, retired_at, held: held.as("held") })
			.from(statements)
			.innerJoin(videos, eq(videos.id, statements.video_id))
			.where(and(statement, shownIn(target.view))),
		countRecent(db, move),
	]);
	if (!after) return "unknown";
	if (after.retired_at !== null) return "retired";
	return {
		upvotes: after.upvotes,
		downvotes: after.downvotes,
		held: after.held !== 0,
		recent: toRecentVotes(recent),
	};
}

/** -1, 0 or 1: what the count of `type` changes by when the member's vote becomes `to`. */
function difference(
	{ statement_id, member_id }: VoteTarget,
	type: VoteType,
	to: VoteType | null,
): SQL {
	const now = sql`(select ${votes.vote_type} = ${type} from ${votes} where ${votes.user_id} = ${member_id} and ${votes.statement_id} = ${statement_id})`;
	return sql`${to === type ? 1 : 0} - coalesce(${now}, 0)`;
}

/** The statement is live, and the view shows its video. */
function votable({ statement_id, view }: VoteTarget): SQL {
	return sql`exists (select 1 from ${statements} inner join ${videos} on ${videos.id} = ${statements.video_id} where ${statements.id} = ${statement_id} and ${statements.retired_at} is null and ${shownIn(view)})`;
}
