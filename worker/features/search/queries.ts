import { and, eq, type SQL, sql } from "drizzle-orm";
import { type SearchAnswer, SearchResult } from "#contract/video.ts";
import { excluded, insertRows, runBatch } from "#db/batch.ts";
import type { Db, DbStatement } from "#db/client.ts";
import { FOLDING, searchDocs, searchIndex } from "#db/tables/search.ts";
import { videos } from "#db/tables/videos.ts";
import { INDEXED, type View } from "#db/view.ts";
import { consumeSearch, newestWith, searchedWords } from "#features/reports/list-queries.ts";
import { readBasis } from "#features/reports/queries.ts";
import { type EndedVideo, isListed } from "#features/reports/write-video.ts";
import { readSearch, searchKey } from "#text/search-words.ts";
import type { Context } from "#worker/context.ts";
import { newestStatements, toFoundStatement } from "./statement-queries.ts";

/** Longer than any title or channel name, so longer queries match nothing. */
const MAX_QUERY_CHARS = 256;

/**
 * Searches listed results by the words of title and channel name, and statements by theirs, in one
 * round trip. Newest first by first completion; `limit` of each at most.
 */
export async function search(
	db: Db,
	q: string,
	options: { limit: number; view: View },
): Promise<SearchAnswer> {
	const words = q.length > MAX_QUERY_CHARS ? null : readSearch(q);
	if (!words) return { results: [], statements: [] };
	const { results, statements } = await runBatch(db, {
		results: newestWith(db, words, { ...options, after: null }),
		statements: newestStatements(db, words, options),
	});
	return {
		results: results.map((row) => SearchResult.parse({ ...row, ...readBasis(row) })),
		statements: statements.map(toFoundStatement),
	};
}

/** The number of videos, and of statements, that an answer has at most. */
const RESULTS = 10;

/** What is found for a query. It is counted against the caller's address. */
export async function answerSearch(
	context: Context,
	address: string,
	q: string | undefined,
): Promise<SearchAnswer> {
	const words = searchedWords(q);
	if (words === "") return { results: [], statements: [] };
	await consumeSearch(context, address);
	return search(context.db.near, words, { limit: RESULTS, view: context.view });
}

/**
 * To be batched before the video is written. Removes the video's old text from the index, and its
 * document unless the new result keeps the position.
 */
export function clearSearch(db: Db, publication: EndedVideo, condition: SQL): DbStatement[] {
	const { video_id, simulated } = publication;
	const scope = publication.outcome === "completed" ? publication.scope : "full";
	const keeps = isListed(publication)
		? sql`exists (select 1 from ${videos} where ${videos.id} = ${video_id} and ${INDEXED} and ${videos.simulated} = ${simulated ? 1 : 0} and ${videos.scope} = ${scope})`
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
		folding: FOLDING,
	};
	return [
		insertRows(db, searchDocs, [doc], condition).onConflictDoUpdate({
			target: searchDocs.video_id,
			set: excluded("title_key", "channel_key", "folding"),
		}),
		db
			.insert(searchIndex)
			.select(
				sql`select ${searchDocs.id}, ${searchDocs.title_key}, ${searchDocs.channel_key} from ${searchDocs} where ${searchDocs.video_id} = ${video_id} and ${condition}`,
			),
	];
}
