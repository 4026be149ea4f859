import { and, asc, eq } from "drizzle-orm";
import type { SitemapEntry } from "#domain/sitemap/sitemap.ts";
import type { Db } from "./open-db.ts";
import { siteCounters } from "./schema/runs.ts";
import { videos } from "./schema/videos.ts";
import { LISTED, shownIn } from "./view.ts";

/** Real results alone: a demonstration is nothing to find. */
const INDEXABLE = and(LISTED, shownIn({ simulated: false }));

/**
 * A part of the indexable reports and how many there are in all, in one round
 * trip. Oldest first, so that a full part stays as it is while new ones come.
 */
export async function readSitemap(
	db: Db,
	{ part, size }: { part: number; size: number },
): Promise<{ entries: SitemapEntry[]; total: number }> {
	const [entries, [counted]] = await db.batch([
		db
			.select({ video_id: videos.id, changed_at: videos.updated_at })
			.from(videos)
			.where(INDEXABLE)
			.orderBy(asc(videos.first_completed_at), asc(videos.id))
			.limit(size)
			.offset(part * size),
		// Counted as they are published: counting a million rows here would read them all.
		db
			.select({ total: siteCounters.total_videos })
			.from(siteCounters)
			.where(eq(siteCounters.simulated, false)),
	]);
	return { entries, total: counted?.total ?? 0 };
}
