import { and, desc, eq, inArray, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import * as z from "zod";
import { Community, type CommunityItem } from "#contract/community.ts";
import { VideoId } from "#contract/ids.ts";
import { agreementPercent, SETTLED_VOTES } from "#contract/vote-counts.ts";
import { VoteType } from "#contract/votes.ts";
import { runBatch } from "#db/batch.ts";
import type { Db } from "#db/client.ts";
import { disputes } from "#db/tables/disputes.ts";
import { communitySnapshots } from "#db/tables/figures.ts";
import { members } from "#db/tables/members.ts";
import { publications, siteCounters } from "#db/tables/runs.ts";
import { statements, votes } from "#db/tables/statements.ts";
import { videos } from "#db/tables/videos.ts";
import { voteChecks } from "#db/tables/vote-checks.ts";
import { LISTED_FULL, shownIn, type View } from "#db/view.ts";
import { LEAVES_OUT, LEFT_OUT } from "#features/votes/counted-votes.ts";
import { cutAtWord } from "#text/clean.ts";
import type { StoredPerson } from "./member-role.ts";
import { ROLE_COLUMNS } from "./role-queries.ts";

const Count = z.int().min(0);

/** A member's votes on settled statements of listed results. */
const MemberTally = z.object({
	member_id: z.string(),
	votes: Count,
	/** The number of votes on settled statements that have a majority; at least 1. */
	settled: Count,
	/** The number of these votes that agree with the majority. */
	agreeing: Count,
});
export type MemberTally = z.infer<typeof MemberTally>;

const CommunityFigures = z.object({
	overview: Community.shape.overview,
	/** Best first. */
	tallies: z.array(MemberTally),
	/** Most first. */
	disputers: z.array(z.object({ member_id: z.string(), disputes_moved: Count })),
});
/** The figures that are slow to count. */
export type CommunityFigures = z.infer<typeof CommunityFigures>;

export type CommunitySnapshot = { figures: CommunityFigures; computed_at: string };

/** The figures of the last count; null before the first. */
export async function readSnapshot(db: Db, view: View): Promise<CommunitySnapshot | null> {
	const [row] = await db
		.select()
		.from(communitySnapshots)
		.where(eq(communitySnapshots.simulated, view.simulated));
	if (!row || row.computed_at === "") return null;
	return { figures: CommunityFigures.parse(row.body), computed_at: row.computed_at };
}

/**
 * Returns true to the caller that should recount. Another caller's claim blocks until `given_up`.
 */
export async function claimRefresh(
	db: Db,
	view: View,
	{ now, given_up }: { now: string; given_up: string },
): Promise<boolean> {
	const claimed = await db
		.insert(communitySnapshots)
		.values({ simulated: view.simulated, computed_at: "", refreshing_since: now, body: {} })
		.onConflictDoUpdate({
			target: communitySnapshots.simulated,
			set: { refreshing_since: now },
			setWhere: lt(communitySnapshots.refreshing_since, given_up),
		})
		.returning({ simulated: communitySnapshots.simulated });
	return claimed.length > 0;
}

export async function saveSnapshot(
	db: Db,
	view: View,
	{ figures, computed_at }: CommunitySnapshot,
): Promise<void> {
	await db
		.update(communitySnapshots)
		.set({ body: figures, computed_at })
		.where(eq(communitySnapshots.simulated, view.simulated));
}

const PERSON = { full_name: members.full_name, avatar_url: members.avatar_url, ...ROLE_COLUMNS };

/** SQL condition: the member does not hide from the community, and the account is open. */
const SHOWN_MEMBER = sql`${members.hidden_from_community} = 0 and ${members.closed_at} is null`;

/** Returns those of the given members who still exist and are not hidden, by id. */
export async function publicMembers(
	db: Db,
	member_ids: string[],
): Promise<Map<string, StoredPerson>> {
	const { id } = members;
	const wanted = sql`(select value from json_each(${JSON.stringify(member_ids)}))`;
	const rows = await db
		.select({ id, ...PERSON })
		.from(members)
		.where(and(inArray(id, wanted), SHOWN_MEMBER));
	return new Map(rows.map(({ id: key, ...person }) => [key, person]));
}

/** The number of entries that the page shows. */
const RECENT = 20;
/** The number of rows that are searched; older rows do not count as recent. */
const REACH = 500;
/** The maximum length of a vote's statement in the list. */
const MAX_CONTENT_CHARS = 120;

const PERSON_AND_TITLE = { ...PERSON, title: videos.title };

/** An item before it is decided how its member is shown. */
type StoredItem = Omit<CommunityItem, "full_name" | "avatar_url" | "role"> & {
	person: StoredPerson;
};

/** The latest activity of members who are not hidden, on listed results, newest first. */
export async function recentActivity(db: Db, view: View): Promise<StoredItem[]> {
	const [voted, ran] = await Promise.all([recentVotes(db, view), recentAnalyses(db, view)]);
	return [...voted, ...ran].sort((a, b) => (a.created_at < b.created_at ? 1 : -1)).slice(0, RECENT);
}

async function recentVotes(db: Db, view: View): Promise<StoredItem[]> {
	const reach = db.select().from(votes).orderBy(desc(votes.id)).limit(REACH).as("reach");
	const rows = await db
		.select({
			created_at: reach.created_at,
			vote_type: reach.vote_type,
			content: statements.content,
			video_id: statements.video_id,
			...PERSON_AND_TITLE,
		})
		.from(reach)
		.innerJoin(statements, eq(statements.id, reach.statement_id))
		.innerJoin(videos, eq(videos.id, statements.video_id))
		.innerJoin(members, eq(members.id, reach.user_id))
		.where(and(isNull(statements.retired_at), listedBy(view)))
		.orderBy(desc(reach.id))
		.limit(RECENT);
	return rows.map(({ content, video_id, title, created_at, vote_type, ...person }) => ({
		type: "vote",
		person,
		created_at,
		vote_type: VoteType.parse(vote_type),
		statement: cutAtWord(content, MAX_CONTENT_CHARS),
		video: { id: VideoId.parse(video_id), title },
	}));
}

async function recentAnalyses(db: Db, view: View): Promise<StoredItem[]> {
	const reach = db
		.select()
		.from(publications)
		// Must match the index publications_newest.
		.where(
			sql`${publications.outcome} = 'completed' and ${publications.applied} = 1 and ${publications.started_by} is not null`,
		)
		.orderBy(desc(publications.ended_at), desc(publications.run_id))
		.limit(REACH)
		.as("reach");
	const rows = await db
		.select({ created_at: reach.ended_at, video_id: reach.video_id, ...PERSON_AND_TITLE })
		.from(reach)
		.innerJoin(videos, eq(videos.id, reach.video_id))
		.innerJoin(members, eq(members.id, reach.started_by))
		.where(and(view.simulated ? sql`true` : sql`${reach.simulated} = 0`, listedBy(view)))
		.orderBy(desc(reach.ended_at), desc(reach.run_id))
		.limit(RECENT);
	return rows.map(({ video_id, title, created_at, ...person }) => ({
		type: "analysis",
		person,
		created_at,
		vote_type: null,
		statement: null,
		video: { id: VideoId.parse(video_id), title },
	}));
}

/** Matches listed and shown results by members who are not hidden. */
function listedBy(view: View): SQL | undefined {
	return and(LISTED_FULL, shownIn(view), SHOWN_MEMBER);
}

/** The leaderboard counts only the newest votes, which bounds the time of a count. */
const COUNTED_VOTES = 100_000;
/** More rows than the leaderboard shows, because members may hide before the next count. */
const KEPT_MEMBERS = 30;

/** Counts the community figures over the listed and shown results. */
export async function countCommunity(db: Db, view: View): Promise<CommunityFigures> {
	const [overview, tallies, disputers] = await Promise.all([
		countOverview(db, view),
		countTallies(db, view),
		countDisputers(db, view),
	]);
	return { overview, tallies, disputers };
}

/** The members whose disputes moved verdicts of listed results. */
async function countDisputers(db: Db, view: View): Promise<CommunityFigures["disputers"]> {
	const { member_id } = disputes;
	const moved = sql<number>`count(*)`;
	const rows = await db
		.select({ member_id, disputes_moved: moved.as("disputes_moved") })
		.from(disputes)
		.innerJoin(videos, eq(videos.id, disputes.video_id))
		.innerJoin(members, eq(members.id, member_id))
		// Must match the index disputes_moved.
		.where(
			and(
				sql`${disputes.outcome} = 'moved'`,
				isNull(disputes.hidden_at),
				LISTED_FULL,
				shownIn(view),
				SHOWN_MEMBER,
			),
		)
		.groupBy(member_id)
		.orderBy(desc(moved), member_id)
		.limit(KEPT_MEMBERS);
	return rows.flatMap(({ member_id: id, ...row }) =>
		id === null ? [] : [{ member_id: id, ...row }],
	);
}

async function countOverview(db: Db, view: View): Promise<Community["overview"]> {
	const checks = alias(voteChecks, "c");
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
			.where(
				and(LISTED_FULL, shownIn(view), sql`(${videos.upvotes} > 0 or ${videos.downvotes} > 0)`),
			),
		left_out: db
			.select({
				up: sql<number>`coalesce(sum(${checks.vote_type} = 'upvote'), 0)`.as("up_left_out"),
				down: sql<number>`coalesce(sum(${checks.vote_type} = 'downvote'), 0)`.as("down_left_out"),
			})
			.from(checks)
			.innerJoin(statements, eq(statements.id, checks.statement_id))
			.innerJoin(videos, eq(videos.id, checks.video_id))
			.where(and(LEFT_OUT, isNull(statements.retired_at), LISTED_FULL, shownIn(view))),
		site: db
			.select({ statements: siteCounters.total_claims, videos: siteCounters.total_videos })
			.from(siteCounters)
			.where(eq(siteCounters.simulated, view.simulated)),
	});
	const [people] = rows.people;
	const [voted] = rows.voted;
	const [left_out] = rows.left_out;
	const [site] = rows.site;
	if (!people || !voted || !left_out || !site) throw new Error("The site's counters are missing");
	const total = voted.up + voted.down;
	return {
		...people,
		...site,
		votes: total,
		agreement_percent: agreementPercent(
			Math.max(0, voted.up - left_out.up),
			Math.max(0, voted.down - left_out.down),
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
				isNotNull(statements.ai_score),
				LISTED_FULL,
				shownIn(view),
				SHOWN_MEMBER,
			),
		)
		.groupBy(newest.member_id)
		.having(sql`${settled} > 0`)
		.orderBy(desc(sql`${count} * ${accuracy}`), desc(count), newest.member_id)
		.limit(KEPT_MEMBERS);
}
