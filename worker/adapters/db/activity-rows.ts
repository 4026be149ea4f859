import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { MemberId } from "#contract/ids.ts";
import { ActivityItem } from "#contract/me.ts";
import type { Db } from "./open-db.ts";
import type { Place } from "./place-cursor.ts";
import { publications } from "./schema/runs.ts";
import { statements, votes } from "./schema/statements.ts";
import { videos } from "./schema/videos.ts";
import { shownIn, type View } from "./view.ts";

/** An item with its place among all of the member's. */
export type PlacedItem = { place: Place; item: ActivityItem };

export type ActivityScan = {
	member_id: MemberId;
	/** Where the rows before ended; null for the newest. */
	after: Place | null;
	limit: number;
	view: View;
};

const VIDEO_COLUMNS = {
	title: videos.title,
	channel_name: videos.channel_name,
	thumbnail_url: videos.thumbnail_url,
	bs_score: videos.bs_score,
};
/** Of one instant, votes come before analyses, and later ones first. */
const VOTE_KEY = sql<string>`printf('v%016d', ${votes.id})`;
const RUN_KEY = sql<string>`'p' || ${publications.run_id}`;

/** The member's votes, newest first, on retired statements too. */
export async function scanVotes(
	db: Db,
	{ member_id, after, limit, view }: ActivityScan,
): Promise<PlacedItem[]> {
	const { created_at } = votes;
	const rows = await db
		.select({
			key: VOTE_KEY,
			created_at,
			vote_type: votes.vote_type,
			statement_id: votes.statement_id,
			content: statements.content,
			ai_score: statements.ai_score,
			retired_at: statements.retired_at,
			video_id: statements.video_id,
			...VIDEO_COLUMNS,
		})
		.from(votes)
		.innerJoin(statements, eq(statements.id, votes.statement_id))
		.innerJoin(videos, eq(videos.id, statements.video_id))
		.where(
			and(
				eq(votes.user_id, member_id),
				shownIn(view),
				after ? beyond(after, sql`${created_at}`, VOTE_KEY) : undefined,
			),
		)
		.orderBy(desc(created_at), desc(votes.id))
		.limit(limit);
	return rows.map((row) => ({
		place: { at: row.created_at, key: row.key },
		item: ActivityItem.parse({
			type: "vote",
			created_at: row.created_at,
			vote_type: row.vote_type,
			statement: {
				id: row.statement_id,
				content: row.content,
				ai_score: row.ai_score,
				retired: row.retired_at !== null,
			},
			video: { ...row, id: row.video_id },
		}),
	}));
}

/** The analyses that the member started, by their ends, newest first. */
export async function scanAnalyses(
	db: Db,
	{ member_id, after, limit, view }: ActivityScan,
): Promise<PlacedItem[]> {
	const { ended_at, run_id } = publications;
	const rows = await db
		.select({
			key: RUN_KEY,
			ended_at,
			outcome: publications.outcome,
			video_id: publications.video_id,
			...VIDEO_COLUMNS,
		})
		.from(publications)
		.innerJoin(videos, eq(videos.id, publications.video_id))
		.where(
			and(
				eq(publications.started_by, member_id),
				ranIn(view),
				shownIn(view),
				after ? beyond(after, sql`${ended_at}`, RUN_KEY) : undefined,
			),
		)
		.orderBy(desc(ended_at), desc(run_id))
		.limit(limit);
	return rows.map((row) => ({
		place: { at: row.ended_at, key: row.key },
		item: ActivityItem.parse({
			type: "analysis",
			created_at: row.ended_at,
			outcome: row.outcome,
			video: { ...row, id: row.video_id },
		}),
	}));
}

/** A run of the kind that the view shows. */
export function ranIn(view: View): SQL {
	return view.simulated ? sql`true` : sql`${publications.simulated} = 0`;
}

/** The first half lets the index seek; the second tells rows of one instant apart. */
function beyond({ at, key }: Place, instant: SQL, own_key: SQL): SQL {
	return sql`${instant} <= ${at} and (${instant} < ${at} or ${own_key} < ${key})`;
}
