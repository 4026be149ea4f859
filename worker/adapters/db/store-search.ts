import { and, desc, eq, sql } from "drizzle-orm";
import { SearchResult } from "#contract/video.ts";
import type { Db } from "./open-db.ts";
import { searchDocs, searchIndex } from "./schema/search.ts";
import { videos } from "./schema/videos.ts";
import { searchKey } from "./search-key.ts";
import { shownIn, type View } from "./view.ts";

/** The index knows runs of three characters; a shorter query has none. */
const INDEXED_FROM = 3;
/** How many of the newest results a query of one or two characters looks through. */
export const SHORT_QUERY_REACH = 5_000;
/** Longer than any title or channel name, so that nothing holds it. */
const MAX_QUERY_CHARS = 256;

type SearchOptions = { limit: number; view: View };

const RESULT_COLUMNS = {
	id: videos.id,
	title: videos.title,
	channel_name: videos.channel_name,
	thumbnail_url: videos.thumbnail_url,
	view_count: videos.view_count,
	created_at: videos.created_at,
	bs_score: videos.bs_score,
	confidence_level: videos.confidence_level,
	simulated: videos.simulated,
};

/**
 * Listed results whose title or channel name holds `q`, in any case and with or
 * without accents, newest first by first completion.
 */
export async function searchVideos(
	db: Db,
	q: string,
	options: SearchOptions,
): Promise<SearchResult[]> {
	if (q.length > MAX_QUERY_CHARS) return [];
	const key = searchKey(q);
	if (key === "") return [];
	const rows =
		[...key].length < INDEXED_FROM
			? await searchNewest(db, key, options)
			: await searchAll(db, key, options);
	return rows.map((row) => SearchResult.parse(row));
}

/** Sorted by rowid alone, so that the index stops at the limit. */
function searchAll(db: Db, key: string, { limit, view }: SearchOptions) {
	const phrase = `"${key.replaceAll('"', '""')}"`;
	return db
		.select(RESULT_COLUMNS)
		.from(searchIndex)
		.innerJoin(searchDocs, eq(searchDocs.id, searchIndex.rowid))
		.innerJoin(videos, eq(videos.id, searchDocs.video_id))
		.where(and(sql`search_index match ${phrase}`, shownIn(view)))
		.orderBy(desc(searchIndex.rowid))
		.limit(limit);
}

function searchNewest(db: Db, key: string, { limit, view }: SearchOptions) {
	const reach = db
		.select()
		.from(searchDocs)
		.orderBy(desc(searchDocs.id))
		.limit(SHORT_QUERY_REACH)
		.as("reach");
	return db
		.select(RESULT_COLUMNS)
		.from(reach)
		.innerJoin(videos, eq(videos.id, reach.video_id))
		.where(
			and(
				sql`(instr(${reach.title_key}, ${key}) > 0 or instr(${reach.channel_key}, ${key}) > 0)`,
				shownIn(view),
			),
		)
		.orderBy(desc(reach.id))
		.limit(limit);
}
