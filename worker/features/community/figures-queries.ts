import { and, desc, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Community } from "#contract/community.ts";
import { agreementPercent, SETTLED_VOTES } from "#contract/vote-counts.ts";
import { runBatch } from "#db/batch.ts";
import type { Db } from "#db/client.ts";
import { members } from "#db/tables/members.ts";
import { siteCounters } from "#db/tables/runs.ts";
import { statements, votes } from "#db/tables/statements.ts";
import { videos } from "#db/tables/videos.ts";
import { voteChecks } from "#db/tables/vote-checks.ts";
import { COUNTED_STATEMENT, LISTED, shownIn, type View } from "#db/view.ts";
import { LEAVES_OUT, LEFT_OUT } from "#features/votes/counted-votes.ts";
import type { CommunityFigures, MemberTally } from "./queries.ts";

/** The leaderboard counts only the newest votes, which bounds the time of a count. */
const COUNTED_VOTES = 100_000;
/** More rows than the leaderboard shows, because members may hide before the next count. */
const KEPT_MEMBERS = 30;

/** Counts the community figures over the listed and shown results. */
export async function countCommunity(db: Db, view: View): Promise<CommunityFigures> {
	const [overview, tallies] = await Promise.all([countOverview(db, view), countTallies(db, view)]);
	return { overview, tallies };
}

async function countOverview(db: Db, view: View): Promise<Community["overview"]> {
	const checks = alias(voteChecks, "c");
	const set_aside = (place: 0 | 1, name: string) =>
		sql<number>`coalesce(sum(json_extract(${statements.votes_set_aside}, ${sql.raw(`'$[${place}]'`)})), 0)`.as(
			name,
		);
	const rows = await runBatch(db, {
		people: db.select({ members: sql<number>`count(*)`.as("members") }).from(members),
		voted: db
			.select({
				up: sql<number>`coalesce(sum(${videos.upvotes}), 0)`.as("up"),
				down: sql<number>`coalesce(sum(${videos.downvotes}), 0)`.as("down"),
			})
			.from(videos)
			// Must match the condition of the index videos_voted: most results have no votes and are
			// skipped.
			.where(and(LISTED, shownIn(view), sql`(${videos.upvotes} > 0 or ${videos.downvotes} > 0)`)),
		left_out: db
			.select({
				up: sql<number>`coalesce(sum(${checks.vote_type} = 'upvote'), 0)`.as("up_left_out"),
				down: sql<number>`coalesce(sum(${checks.vote_type} = 'downvote'), 0)`.as("down_left_out"),
			})
			.from(checks)
			.innerJoin(statements, eq(statements.id, checks.statement_id))
			.innerJoin(videos, eq(videos.id, checks.video_id))
			.where(and(LEFT_OUT, isNull(statements.retired_at), LISTED, shownIn(view))),
		aside: db
			.select({
				up: set_aside(0, "up_set_aside"),
				down: set_aside(1, "down_set_aside"),
			})
			.from(statements)
			.innerJoin(videos, eq(videos.id, statements.video_id))
			.where(and(isNotNull(statements.votes_set_aside), LISTED, shownIn(view))),
		site: db
			.select({
				statements: siteCounters.total_claims,
				videos: siteCounters.total_videos,
			})
			.from(siteCounters)
			.where(eq(siteCounters.simulated, view.simulated)),
	});
	const [people] = rows.people;
	const [voted] = rows.voted;
	const [left_out] = rows.left_out;
	const [aside] = rows.aside;
	const [site] = rows.site;
	if (!people || !voted || !left_out || !aside || !site)
		throw new Error("The site's counters are missing");
	const total = voted.up + voted.down;
	return {
		...people,
		...site,
		votes: total,
		agreement_percent: agreementPercent(
			Math.max(0, voted.up - left_out.up - aside.up),
			Math.max(0, voted.down - left_out.down - aside.down),
		),
	};
}

/** A settled statement with a majority whose percentage counts all votes. */
const DECIDED: SQL = sql`${statements.upvotes} + ${statements.downvotes} >= ${sql.raw(String(SETTLED_VOTES))} and ${statements.upvotes} <> ${statements.downvotes} and ${statements.votes_set_aside} is null and not ${LEAVES_OUT}`;

function countTallies(db: Db, view: View): Promise<MemberTally[]> {
	const newest = db
		.select({
			member_id: votes.user_id,
			statement_id: votes.statement_id,
			agrees: sql<number>`${votes.vote_type} = 'upvote'`.as("agrees"),
		})
		.from(votes)
		.orderBy(desc(votes.id))
		.limit(COUNTED_VOTES)
		.as("newest");
	const count = sql<number>`count(*)`;
	const settled = sql<number>`count(case when ${DECIDED} then 1 end)`;
	const agreeing = sql<number>`count(case when ${DECIDED} and ${newest.agrees} = (${statements.upvotes} > ${statements.downvotes}) then 1 end)`;
	const accuracy = sql`round(100.0 * ${agreeing} / ${settled})`;
	return db
		.select({ member_id: newest.member_id, votes: count, settled, agreeing })
		.from(newest)
		.innerJoin(statements, eq(statements.id, newest.statement_id))
		.innerJoin(videos, eq(videos.id, statements.video_id))
		.innerJoin(members, eq(members.id, newest.member_id))
		.where(
			and(
				isNull(statements.retired_at),
				COUNTED_STATEMENT,
				LISTED,
				shownIn(view),
				eq(members.hidden_from_community, false),
			),
		)
		.groupBy(newest.member_id)
		.having(sql`${settled} > 0`)
		.orderBy(desc(sql`${count} * ${accuracy}`), desc(count), newest.member_id)
		.limit(KEPT_MEMBERS);
}
