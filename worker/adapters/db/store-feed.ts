import { and, desc, eq, sql } from "drizzle-orm";
import type { FeedEntry } from "#domain/feed/atom-feed.ts";
import type { Db } from "./open-db.ts";
import { videos } from "./schema/videos.ts";
import { SUMMARY_COLUMNS, toVideoSummary } from "./video-row.ts";
import { LISTED } from "./view.ts";

/** A simulated score must not travel: in a feed reader its marks are gone. */
const REAL = sql`${videos.simulated} = 0`;

/**
 * The newest real results, by first completion; those of one channel where one
 * is given. What a member's transcript was read from is not among them.
 */
export async function readFeed(
	db: Db,
	options: { channel_id: string | null; limit: number },
): Promise<FeedEntry[]> {
	const { channel_id, limit } = options;
	const rows = await db
		.select(SUMMARY_COLUMNS)
		.from(videos)
		.where(
			and(
				LISTED,
				REAL,
				channel_id === null ? undefined : eq(videos.channel_id, channel_id),
			),
		)
		.orderBy(desc(videos.first_completed_at), desc(videos.id))
		.limit(limit);
	return rows.map((row) => {
		const video = toVideoSummary(row);
		return {
			video_id: video.id,
			title: video.title,
			channel_name: video.channel_name,
			bs_score: video.bs_score,
			confidence_level: video.confidence_level,
			claims_count: video.claims_count,
			raters: video.panel.length,
			published: row.first_completed_at ?? video.created_at,
			updated: video.updated_at,
		};
	});
}
