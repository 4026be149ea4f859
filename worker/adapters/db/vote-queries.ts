import { and, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { VoteType } from "#contract/votes.ts";
import { excluded } from "./excluded.ts";
import { queryTemplate } from "./query-template.ts";
import { statements, votes } from "./schema/statements.ts";
import { videos } from "./schema/videos.ts";
import { voteHolds } from "./schema/vote-holds.ts";
import { shownIn, type View } from "./view.ts";
import { discounted } from "./vote-holds/discounted.ts";
import { countRecent, noteMove } from "./vote-holds/recent-votes.ts";

/** `to` is null where a vote is taken back; `up` and `down` are 1 where it is that. */
const NAMES = [
	...(["statement_id", "member_id", "to", "up", "down"] as const),
	...(["now", "network", "since", "until", "fresh_since"] as const),
] as const;

type At = Record<(typeof NAMES)[number], SQLWrapper>;

/** What a vote is made of, for those who are shown simulated results and for those who are not. */
export const VOTE_QUERIES = {
	all: voteQueries({ simulated: true }),
	real: voteQueries({ simulated: false }),
};

/**
 * To be batched in this order: the counters move by the difference to the vote
 * as it stands in that very transaction, so that concurrent votes lose nothing;
 * then the vote itself, then the counts that came of it, and those of the last
 * minute's votes.
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
				.where(and(isVotedOn(at), counts(at, view))),
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
						counts(at, view),
					),
				),
		),
		noteMove: queryTemplate(NAMES, (db, at) =>
			noteMove(db, at, votable(at, view)),
		),
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
					held: HELD,
				})
				.from(statements)
				.innerJoin(videos, eq(videos.id, statements.video_id))
				.where(and(isVotedOn(at), shownIn(view))),
		),
		countRecent: queryTemplate(NAMES, countRecent),
	};
}

const HELD =
	sql<number>`exists (select 1 from ${voteHolds} where ${voteHolds.statement_id} = ${statements.id} and ${voteHolds.state} = 'open')`.as(
		"held",
	);

function isVotedOn({ statement_id }: At): SQL {
	return eq(statements.id, statement_id);
}

/** -1, 0 or 1: what the count of `type` changes by when the member's vote becomes `to`. */
function difference(at: At, type: VoteType): SQL {
	const now = sql`(select ${votes.vote_type} = ${sql.raw(`'${type}'`)} from ${votes} where ${votes.user_id} = ${at.member_id} and ${votes.statement_id} = ${at.statement_id})`;
	return sql`${type === "upvote" ? at.up : at.down} - coalesce(${now}, 0)`;
}

/** The vote is taken, and the team has not decided that it does not count. */
function counts(at: At, view: View): SQL {
	return sql`${votable(at, view)} and not ${discounted(at.member_id, at.statement_id)}`;
}

/** The statement is live, and the view shows its video. */
function votable({ statement_id }: At, view: View): SQL {
	return sql`exists (select 1 from ${statements} inner join ${videos} on ${videos.id} = ${statements.video_id} where ${statements.id} = ${statement_id} and ${statements.retired_at} is null and ${shownIn(view)})`;
}
