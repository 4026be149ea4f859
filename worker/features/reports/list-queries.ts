import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Stats } from "#contract/site.ts";
import type { VideoPage, VideoSummary } from "#contract/video.ts";
import type { Db } from "#db/client.ts";
import { decodeCursor, encodeCursor, type ListCursor } from "#db/cursors.ts";
import { creators } from "#db/tables/channels.ts";
import { siteCounters } from "#db/tables/runs.ts";
import { videos } from "#db/tables/videos.ts";
import { LISTED, shownIn, type View } from "#db/view.ts";
import { SUMMARY_COLUMNS, toVideoSummary } from "./queries.ts";

/** The number that the home page shows. */
const RECENT = 6;

type PageOptions = {
	/** `next_cursor` of the previous page, or null for the first. */
	cursor: string | null;
	limit: number;
	view: View;
	/** Only this channel's; null for all. */
	channel_id?: string | null | undefined;
};

/** One page of the archive, newest first by first completion. */
export async function listVideos(
	db: Db,
	options: PageOptions,
): Promise<VideoPage | "bad_cursor"> {
	const after = options.cursor === null ? null : decodeCursor(options.cursor);
	if (options.cursor !== null && after === null) return "bad_cursor";
	const rows = await newest(db, {
		...options,
		limit: options.limit + 1,
		after,
	});
	const page = rows.slice(0, options.limit);
	const last = page.at(-1);
	return {
		videos: page.map(toVideoSummary),
		next_cursor:
			last?.first_completed_at && rows.length > options.limit
				? encodeCursor({
						first_completed_at: last.first_completed_at,
						id: last.id,
					})
				: null,
	};
}

export async function recentVideos(
	db: Db,
	view: View,
): Promise<VideoSummary[]> {
	const rows = await newest(db, { view, limit: RECENT, after: null });
	return rows.map(toVideoSummary);
}

type Newest = Omit<PageOptions, "cursor"> & { after: ListCursor | null };

function newest(db: Db, { view, limit, after, channel_id }: Newest) {
	const channel = channel_id ? eq(videos.channel_id, channel_id) : undefined;
	return db
		.select(SUMMARY_COLUMNS)
		.from(videos)
		.where(
			and(channel, LISTED, shownIn(view), after ? olderThan(after) : undefined),
		)
		.orderBy(desc(videos.first_completed_at), desc(videos.id))
		.limit(limit);
}

function olderThan(place: ListCursor): SQL {
	return sql`(${videos.first_completed_at}, ${videos.id}) < (${place.first_completed_at}, ${place.id})`;
}

/** The totals of real or of simulated results: the two are never added up. */
export async function readStats(db: Db, view: View): Promise<Stats> {
	const { total_videos, total_claims, bs_claims } = siteCounters;
	const total_creators = sql<number>`(select count(*) from ${creators} where ${creators.verified} = 1)`;
	const [row] = await db
		.select({ total_videos, total_claims, bs_claims, total_creators })
		.from(siteCounters)
		.where(eq(siteCounters.simulated, view.simulated));
	if (!row) throw new Error("The site's counters are missing");
	return row;
}
