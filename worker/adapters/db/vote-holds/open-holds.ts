import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { MemberId, StatementId } from "#contract/ids.ts";
import type { VoteType } from "#contract/votes.ts";
import type { HoldCause } from "#domain/votes/held-reason.ts";
import type { Burst } from "#domain/votes/recognise-burst.ts";
import type { Db } from "../open-db.ts";
import { statements } from "../schema/statements.ts";
import { heldVotes, recentVotes, voteHolds } from "../schema/vote-holds.ts";
import { castWithin, movedTo, type Watch } from "./recent-votes.ts";

export type RecognisedBurst = {
	burst: Burst;
	/** The vote by which it was recognised. */
	statement_id: StatementId;
	member_id: MemberId;
	vote_type: VoteType;
	/** The statement's votes are being checked already: only this vote joins them. */
	held: boolean;
	/** Others of the recent votes came from the same network. */
	shares: boolean;
	watch: Watch;
};

/**
 * Holds what the burst voted on, at the counts from before it, and notes whose
 * votes it is made of. Doing it twice, or twice at once, changes nothing.
 */
export async function openHolds(db: Db, found: RecognisedBurst): Promise<void> {
	const marks = markVotes(db, found);
	if (found.held) await marks;
	else await db.batch([holdStatements(db, found), marks]);
}

function holdStatements(db: Db, found: RecognisedBurst) {
	const { burst, vote_type, watch } = found;
	const cause: HoldCause = burst.fresh ? "new_accounts" : "one_network";
	const began = sql`(select min(${recentVotes.cast_at}) from ${recentVotes} where ${recentVotes.statement_id} = ${statements.id} and ${suspects(found)})`;
	const before = (type: VoteType, count: SQL) =>
		sql`max(0, ${count} - coalesce((select sum((${recentVotes.vote_type} is ${type}) - (${recentVotes.was} is ${type})) from ${recentVotes} where ${recentVotes.video_id} = ${statements.video_id} and ${recentVotes.statement_id} = ${statements.id} and ${castWithin({ since: began, until: watch.until })}), 0))`;
	const votedOn = sql`${statements.id} in (select ${recentVotes.statement_id} from ${recentVotes} where ${suspects(found)})`;
	const rests = sql`exists (select 1 from ${voteHolds} where ${voteHolds.statement_id} = ${statements.id} and ${voteHolds.state} = 'lifted' and ${voteHolds.decided_at} > ${watch.rested_since})`;
	return db
		.insert(voteHolds)
		.select(
			sql`select null, ${statements.id}, ${statements.video_id}, 'open', ${cause}, ${vote_type}, ${before("upvote", sql`${statements.upvotes}`)}, ${before("downvote", sql`${statements.downvotes}`)}, ${watch.now}, null from ${statements} where ${and(isNull(statements.retired_at), votedOn, sql`not ${rests}`)}`,
		)
		.onConflictDoNothing();
}

function markVotes(db: Db, found: RecognisedBurst) {
	const { since, until } = found.watch;
	const another = sql`exists (select 1 from ${recentVotes} as another where another.video_id = ${recentVotes.video_id} and another.vote_type = ${recentVotes.vote_type} and another.cast_at between ${since} and ${until} and another.network = ${recentVotes.network} and another.user_id <> ${recentVotes.user_id})`;
	// Looking for them once more, with each vote of a long burst, would take long.
	const shared = found.held ? sql`${Number(found.shares)}` : another;
	return db
		.insert(heldVotes)
		.select(
			sql`select ${voteHolds.id}, ${recentVotes.user_id}, ${recentVotes.statement_id}, ${recentVotes.fresh}, ${shared}, ${recentVotes.cast_at} from ${recentVotes} inner join ${voteHolds} on ${voteHolds.statement_id} = ${recentVotes.statement_id} and ${voteHolds.state} = 'open' where ${suspects(found)} and ${found.held ? eq(recentVotes.user_id, found.member_id) : sql`true`}`,
		)
		.onConflictDoNothing();
}

/** The recent votes that the burst is made of. */
function suspects({ burst, statement_id, vote_type, watch }: RecognisedBurst) {
	const here =
		burst.on === "statement"
			? sql`${recentVotes.statement_id} = ${statement_id}`
			: sql`true`;
	const fresh = burst.fresh ? sql`${recentVotes.fresh} = 1` : sql`false`;
	const shared = burst.shared
		? sql`${recentVotes.network} = ${watch.network}`
		: sql`false`;
	return sql`${recentVotes.video_id} = (select video_id from ${statements} as voted where voted.id = ${statement_id}) and ${here} and ${movedTo(vote_type, watch)} and (${fresh} or ${shared})`;
}
