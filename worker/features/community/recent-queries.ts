import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { CommunityItem } from "#contract/community.ts";
import type { Db } from "#db/client.ts";
import { members } from "#db/tables/members.ts";
import { publications } from "#db/tables/runs.ts";
import { statements, votes } from "#db/tables/statements.ts";
import { videos } from "#db/tables/videos.ts";
import { LISTED, shownIn, type View } from "#db/view.ts";
import { cutAtWord } from "#text/clean.ts";

/** The number of entries that the page shows. */
const RECENT = 20;
/** The number of rows that are searched; older rows do not count as recent. */
const REACH = 500;
/** The maximum length of a vote's statement in the list. */
const MAX_CONTENT_CHARS = 120;

const PERSON_AND_TITLE = {
	full_name: members.full_name,
	avatar_url: members.avatar_url,
	title: videos.title,
};

/** The latest activity of members who are not hidden, on listed results, newest first. */
export async function recentActivity(db: Db, view: View): Promise<CommunityItem[]> {
	const [voted, ran] = await Promise.all([recentVotes(db, view), recentAnalyses(db, view)]);
	return [...voted, ...ran].sort((a, b) => (a.created_at < b.created_at ? 1 : -1)).slice(0, RECENT);
}

async function recentVotes(db: Db, view: View): Promise<CommunityItem[]> {
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
	return rows.map(({ content, video_id, title, ...row }) =>
		CommunityItem.parse({
			...row,
			type: "vote",
			statement: cutAtWord(content, MAX_CONTENT_CHARS),
			video: { id: video_id, title },
		}),
	);
}

async function recentAnalyses(db: Db, view: View): Promise<CommunityItem[]> {
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
		.select({
			created_at: reach.ended_at,
			video_id: reach.video_id,
			...PERSON_AND_TITLE,
		})
		.from(reach)
		.innerJoin(videos, eq(videos.id, reach.video_id))
		.innerJoin(members, eq(members.id, reach.started_by))
		.where(and(view.simulated ? sql`true` : sql`${reach.simulated} = 0`, listedBy(view)))
		.orderBy(desc(reach.ended_at), desc(reach.run_id))
		.limit(RECENT);
	return rows.map(({ video_id, title, ...row }) =>
		CommunityItem.parse({
			...row,
			type: "analysis",
			vote_type: null,
			statement: null,
			video: { id: video_id, title },
		}),
	);
}

/** Matches listed and shown results by members who are not hidden. */
function listedBy(view: View): SQL | undefined {
	return and(LISTED, shownIn(view), eq(members.hidden_from_community, false));
}
