import { and, eq, type SQL, sql } from "drizzle-orm";
import { SearchResult } from "#contract/video.ts";
import { insertRows } from "#db/batch.ts";
import type { Db, DbStatement } from "#db/client.ts";
import { searchDocs, searchIndex } from "#db/tables/search.ts";
import { videos } from "#db/tables/videos.ts";
import { LISTED, type View } from "#db/view.ts";
import { newestWith } from "#features/reports/list-queries.ts";
import { readBasis } from "#features/reports/queries.ts";
import { type EndedVideo, isListed } from "#features/reports/write-video.ts";
import { searchKey } from "#text/fold.ts";

/** Longer than any title or channel name, so longer queries match nothing. */
const MAX_QUERY_CHARS = 256;

/**
 * Searches listed results by title or channel name, ignoring case and accents. Newest first by
 * first completion.
 */
export async function searchVideos(
	db: Db,
	q: string,
	options: { limit: number; view: View },
): Promise<SearchResult[]> {
	if (q.length > MAX_QUERY_CHARS) return [];
	const key = searchKey(q);
	if (key === "") return [];
	const rows = await newestWith(db, key, { ...options, after: null });
	return rows.map((row) => SearchResult.parse({ ...row, ...readBasis(row) }));
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
