import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Publication } from "#pipeline/publication.ts";
import { insertRows } from "../insert-rows.ts";
import type { Db, DbStatement } from "../open-db.ts";
import { searchDocs, searchIndex } from "../schema/search.ts";
import { videos } from "../schema/videos.ts";
import { searchKey } from "../search-key.ts";
import { LISTED } from "../view.ts";
import { isListed } from "./write-video.ts";

/**
 * To run before the video is written: takes its old text out of the index, and
 * its document with it unless the new result keeps the place of the old one.
 */
export function clearSearch(
	db: Db,
	publication: Publication,
	condition: SQL,
): DbStatement[] {
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
			.where(
				and(eq(searchDocs.video_id, video_id), sql`not ${keeps}`, condition),
			),
	];
}

/** To run after the video is written: the document, and its text in the index. */
export function writeSearch(
	db: Db,
	publication: Publication,
	condition: SQL,
): DbStatement[] {
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
