import {
	and,
	eq,
	gt,
	inArray,
	isNull,
	lte,
	ne,
	type SQL,
	sql,
} from "drizzle-orm";
import * as z from "zod";
import { MemberId, StatementId, VideoId } from "#contract/ids.ts";
import type { VotesCast } from "#domain/notices/message.ts";
import { COUNTED_VOTES } from "#domain/notices/votes-notice.ts";
import type { Db } from "../open-db.ts";
import { notifications, toldVotes } from "../schema/notifications.ts";
import { statements, votes } from "../schema/statements.ts";
import { videos } from "../schema/videos.ts";
import { shownIn, type View } from "../view.ts";

/** Votes by their numbers: those over `after`, up to and with `until`. */
export type VoteSpan = { after: number; until: number };

/** What one member is to be told of the votes on one video. */
export type GatheredVotes = {
	/** Who started the analysis; their own votes do not count. */
	member_id: MemberId;
	/** Everything since the last notice that was read. */
	cast: VotesCast;
	/** The notice of this video that the member has not read yet. */
	unread: string | null;
	/** The last vote before those that are counted. */
	after_vote: number;
};

/** The votes that nobody was told of yet, `limit` at most; null where there are none. */
export async function untoldVotes(
	db: Db,
	limit: number,
): Promise<VoteSpan | null> {
	const next = sql`select ${votes.id} from ${votes} where ${votes.id} > ${toldVotes.vote_id} order by ${votes.id} limit ${limit}`;
	const [span] = await db
		.select({
			after: toldVotes.vote_id,
			until: sql<number | null>`(select max(id) from (${next}))`.as("until"),
		})
		.from(toldVotes);
	return span?.until ? { after: span.after, until: span.until } : null;
}

/**
 * The videos on which others than their starter voted in the span, each with
 * all votes that the starter has not read of.
 */
export async function gatherVotes(
	db: Db,
	span: VoteSpan,
	view: View,
): Promise<GatheredVotes[]> {
	const { id: video_id, title, started_by } = videos;
	const since = sql<number>`coalesce(${notifications.after_vote}, ${span.after})`;
	const rows = await db
		.select({
			member_id: started_by,
			video_id,
			title,
			unread: notifications.id,
			after_vote: since.as("after_vote_id"),
			counted: countSince(since, span).as("counted"),
		})
		.from(videos)
		.leftJoin(
			notifications,
			and(
				eq(notifications.member_id, started_by),
				eq(notifications.type, "vote_update"),
				sql`${notifications.read} = 0`,
				sql`json_extract(${notifications.data}, '$.video_id') = ${video_id}`,
			),
		)
		.where(and(inArray(video_id, votedOn(db, span)), shownIn(view)));
	return rows.map((row) => {
		const [votes, first, last] = Counted.parse(JSON.parse(row.counted));
		return {
			member_id: MemberId.parse(row.member_id),
			cast: {
				video_id: VideoId.parse(row.video_id),
				title: row.title,
				votes,
				statement_id: first === last ? first : null,
			},
			unread: row.unread,
			after_vote: row.after_vote,
		};
	});
}

/** Their number, and the least and the greatest of the statements that they are on. */
const Counted = z.tuple([z.int(), StatementId, StatementId]);

function votedOn(db: Db, { after, until }: VoteSpan) {
	return db
		.select({ video_id: statements.video_id })
		.from(votes)
		.innerJoin(
			statements,
			and(eq(statements.id, votes.statement_id), isNull(statements.retired_at)),
		)
		.innerJoin(
			videos,
			and(
				eq(videos.id, statements.video_id),
				ne(votes.user_id, videos.started_by),
			),
		)
		.where(and(gt(votes.id, after), lte(votes.id, until)));
}

/** For the video of the row: `Counted` as JSON. It stops where nobody counts on. */
function countSince(since: SQL, { until }: VoteSpan): SQL<string> {
	const counted = sql`select ${votes.statement_id} as statement from ${statements} inner join ${votes} on ${votes.statement_id} = ${statements.id} where ${statements.video_id} = ${videos.id} and ${statements.retired_at} is null and ${votes.id} > ${since} and ${votes.id} <= ${until} and ${votes.user_id} <> ${videos.started_by} limit ${COUNTED_VOTES}`;
	return sql`(select json_array(count(*), min(statement), max(statement)) from (${counted}))`;
}
