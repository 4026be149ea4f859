import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { SearchResult } from "#contract/video.ts";
import { insertRows } from "#db/batch.ts";
import type { Db, DbStatement } from "#db/client.ts";
import { searchDocs, searchIndex } from "#db/tables/search.ts";
import { videos } from "#db/tables/videos.ts";
import { LISTED, shownIn, type View } from "#db/view.ts";
import { BASIS_COLUMNS, readBasis } from "#features/reports/queries.ts";
import { type EndedVideo, isListed } from "#features/reports/write-video.ts";
import { searchKey } from "#text/fold.ts";

/** The index contains trigrams, so it cannot find shorter queries. */
const INDEXED_FROM = 3;
/** The number of newest results that a query of one or two characters searches. */
export const SHORT_QUERY_REACH = 5_000;
/** Longer than any title or channel name, so longer queries match nothing. */
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
	...BASIS_COLUMNS,
	simulated: videos.simulated,
};

/**
 * Searches listed results by title or channel name, ignoring case and accents. Newest first by
 * first completion.
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
	return rows.map((row) => SearchResult.parse({ ...row, ...readBasis(row) }));
}

/** Sorted by rowid only, so that the scan of the index can stop at the limit. */
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

/**
 * To be batched before the video is written. Removes the video's old text from the index, and its
 * document unless the new result keeps the position.
 */
export function clearSearch(db: Db, publication: EndedVideo, condition: SQL): DbStatement[] {
	const { video_id, simulated } = publication;
	const keeps = isListed(publication)
		? sql`exists (select 1 from ${videos} where ${videos.id} = ${video_id} and ${LISTED} and ${videos.simulated} = ${simulated ? 1 : 0})`
		: sql`false`;
	return [
		db
			.delete(searchIndex)
			.where(
				and(
					sql`${searchIndex.rowid} in (select ${searchDocs.id} from ${searchDocs} where ${searchDocs.video_id} = ${video_id})`,
					condition,
				),
			),
		db
			.delete(searchDocs)
			.where(and(eq(searchDocs.video_id, video_id), sql`not ${keeps}`, condition)),
	];
}

/** To be batched after the video is written. Adds the document and its text to the index. */
export function writeSearch(db: Db, publication: EndedVideo, condition: SQL): DbStatement[] {
	if (publication.outcome === "failed" || !isListed(publication)) return [];
	const { video_id, metadata } = publication;
	const doc = {
		id: undefined,
		video_id,
		title_key: searchKey(metadata.title),
		channel_key: searchKey(metadata.channel_name),
	};
	return [
		insertRows(db, searchDocs, [doc], condition).onConflictDoUpdate({
			target: searchDocs.video_id,
			set: { title_key: doc.title_key, channel_key: doc.channel_key },
		}),
		db
			.insert(searchIndex)
			.select(
				sql`select ${searchDocs.id}, ${searchDocs.title_key}, ${searchDocs.channel_key} from ${searchDocs} where ${searchDocs.video_id} = ${video_id} and ${condition}`,
			),
	];
}
