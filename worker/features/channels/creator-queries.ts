import { and, asc, desc, eq, isNotNull, ne, type SQL, sql } from "drizzle-orm";
import { Creator } from "#contract/claims.ts";
import { ChannelId, type MemberId, type VideoId } from "#contract/ids.ts";
import type { Db } from "#db/client.ts";
import { creators } from "#db/tables/channels.ts";
import { videos } from "#db/tables/videos.ts";
import { LISTED_FULL, shownIn, type View } from "#db/view.ts";

/** Literal SQL, so that SQLite uses the partial index. */
const VERIFIED: SQL = sql`${creators.verified} = 1`;

/** The channel's verified owner, or null. */
export async function findChannelOwner(db: Db, channel_id: string): Promise<string | null> {
	const [row] = await db
		.select({ user_id: creators.user_id })
		.from(creators)
		.where(and(eq(creators.channel_id, channel_id), VERIFIED));
	return row?.user_id ?? null;
}

/** The member's verified channels, with figures of their analyses. */
export async function listCreators(db: Db, user_id: MemberId, view: View): Promise<Creator[]> {
	const listed = sql`from ${videos} where ${videos.channel_id} = ${creators.channel_id} and ${LISTED_FULL} and ${shownIn(view)}`;
	const rows = await db
		.select({
			id: creators.id,
			channel_id: creators.channel_id,
			channel_name: creators.channel_name,
			verified: creators.verified,
			created_at: creators.created_at,
			total_videos: sql<number>`(select count(*) ${listed})`.as("total_videos"),
			// A video without statements says nothing about the channel. One of which too little could be
			// checked has no score, which a mean leaves out.
			mean: sql<
				number | null
			>`(select avg(${videos.bs_score}) ${listed} and ${videos.claims_count} > 0)`.as("mean"),
		})
		.from(creators)
		.where(and(eq(creators.user_id, user_id), VERIFIED))
		.orderBy(asc(creators.created_at), asc(creators.id));
	return rows.map(({ mean, ...row }) => Creator.parse({ ...row, ...channelFigures(mean) }));
}

/** The video's channel as stored with its analysis. */
export async function findStoredChannel(
	db: Db,
	video_id: VideoId,
	view: View,
): Promise<{ channel_id: string; channel_name: string } | null> {
	const [row] = await db
		.select({ channel_id: videos.channel_id, channel_name: videos.channel_name })
		.from(videos)
		.where(and(eq(videos.id, video_id), isNotNull(videos.channel_id), shownIn(view)));
	const channel_id = ChannelId.safeParse(row?.channel_id);
	return row && channel_id.success
		? { channel_id: channel_id.data, channel_name: row.channel_name }
		: null;
}

/** The channel's name as stored with its latest analysis. */
export async function findStoredName(
	db: Db,
	channel_id: string,
	view: View,
): Promise<string | null> {
	const [row] = await db
		.select({ channel_name: videos.channel_name })
		.from(videos)
		.where(and(eq(videos.channel_id, channel_id), ne(videos.channel_name, ""), shownIn(view)))
		.orderBy(desc(videos.updated_at))
		.limit(1);
	return row?.channel_name ?? null;
}

/** `mean` is the mean of the channel's unrounded scores; null if none of its videos has one. */
export function channelFigures(
	mean: number | null,
): Pick<Creator, "avg_bs_score" | "reputation_score"> {
	if (mean === null) return { avg_bs_score: null, reputation_score: null };
	const avg_bs_score = Math.round(mean);
	return { avg_bs_score, reputation_score: 100 - avg_bs_score };
}
