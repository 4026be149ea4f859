import { and, eq, isNull } from "drizzle-orm";
import { type MemberId, StatementId, type VideoId } from "#contract/ids.ts";
import type { VoteType } from "#contract/votes.ts";
import type { RecentVotes } from "#domain/votes/recognise-burst.ts";
import type { Db } from "./open-db.ts";
import { statements, votes } from "./schema/statements.ts";
import type { View } from "./view.ts";
import { toRecentVotes, watchFrom } from "./vote-holds/recent-votes.ts";
import { VOTE_QUERIES } from "./vote-queries.ts";

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
export function castVote(
	db: Db,
	vote: VoteTarget & { vote_type: VoteType },
): Promise<VoteOutcome> {
	return moveVote(db, vote, vote.vote_type);
}

/** Takes the member's vote back, if there is one. */
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

async function moveVote(
	db: Db,
	target: VoteTarget,
	to: VoteType | null,
): Promise<VoteOutcome> {
	const { statement_id, member_id, now, network = null } = target;
	const { since, until, fresh_since } = watchFrom(now, network);
	const values = {
		...{ statement_id, member_id, now, network, since, until, fresh_since, to },
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
	if (after.retired_at !== null) return "retired";
	return {
		upvotes: after.upvotes,
		downvotes: after.downvotes,
		held: after.held !== 0,
		recent: toRecentVotes(recent),
	};
}
