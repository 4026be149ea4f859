import { and, asc, inArray, isNotNull, lt, lte, or, sql } from "drizzle-orm";
import { VideoId } from "#contract/ids.ts";
import type { Db } from "#db/client.ts";
import { searchDocs, searchIndex } from "#db/tables/search.ts";
import { videos } from "#db/tables/videos.ts";
import { searchKey } from "#text/fold.ts";
import { storedText } from "#text/stored-text.ts";
import type { Metadata } from "./metadata-sources.ts";

export type ReadMetadata = { video_id: VideoId; metadata: Metadata };

/** Results whose metadata is due to be read again, most overdue first. */
export async function dueMetadata(
	db: Db,
	{ now, limit }: { now: string; limit: number },
): Promise<VideoId[]> {
	const rows = await db
		.select({ id: videos.id })
		.from(videos)
		.where(lte(videos.metadata_due_at, now))
		.orderBy(asc(videos.metadata_due_at))
		.limit(limit);
	return rows.map(({ id }) => VideoId.parse(id));
}

/**
 * Updates the metadata, also in the search index. Missing fields keep their value. Scores, votes
 * and the position among the newest stay unchanged.
 */
export async function renewMetadata(
	db: Db,
	read: ReadMetadata[],
	{ now, due_at }: { now: string; due_at: string },
): Promise<void> {
	if (!read.length) return;
	const ids = read.map(({ video_id }) => video_id);
	const fields = JSON.stringify(
		Object.fromEntries(read.map((one) => [one.video_id, storable(one)])),
	);
	const of = (field: string, id: typeof videos.id | typeof searchDocs.video_id) =>
		sql`json_extract(${fields}, '$."' || ${id} || ${`".${field}`})`;
	const orStored = (field: keyof Metadata) =>
		sql`coalesce(nullif(${of(field, videos.id)}, ''), ${videos[field]})`;
	const { title_key, channel_key } = searchDocs;
	const key = (column: typeof title_key | typeof channel_key) =>
		sql`coalesce(nullif(${of(column.name, searchDocs.video_id)}, ''), ${column})`;
	const keys = { title_key: key(title_key), channel_key: key(channel_key) };
	const renamed = and(
		inArray(searchDocs.video_id, ids),
		or(sql`${title_key} <> ${keys.title_key}`, sql`${channel_key} <> ${keys.channel_key}`),
	);
	await db.batch([
		db
			.update(videos)
			.set({
				title: orStored("title"),
				channel_name: orStored("channel_name"),
				channel_id: orStored("channel_id"),
				thumbnail_url: orStored("thumbnail_url"),
				duration: orStored("duration"),
				view_count: of("view_count", videos.id),
				published_at: orStored("published_at"),
				metadata_read_at: now,
				metadata_due_at: due_at,
				unavailable_since: null,
			})
			.where(inArray(videos.id, ids)),
		db
			.delete(searchIndex)
			.where(
				sql`${searchIndex.rowid} in (select ${searchDocs.id} from ${searchDocs} where ${renamed})`,
			),
		db
			.insert(searchIndex)
			.select(
				sql`select ${searchDocs.id}, ${keys.title_key}, ${keys.channel_key} from ${searchDocs} where ${renamed}`,
			),
		db.update(searchDocs).set(keys).where(renamed),
	]);
}

/** Marks videos that YouTube no longer shows. Their view counts are deleted; their results stay. */
export async function markUnavailable(
	db: Db,
	ids: VideoId[],
	{ now, due_at }: { now: string; due_at: string },
): Promise<void> {
	if (!ids.length) return;
	await db
		.update(videos)
		.set({
			view_count: null,
			unavailable_since: sql`coalesce(${videos.unavailable_since}, ${now})`,
			metadata_due_at: due_at,
		})
		.where(inArray(videos.id, ids));
}

/** Postpones videos for which YouTube gave no answer. */
export async function postponeMetadata(db: Db, ids: VideoId[], due_at: string): Promise<void> {
	if (!ids.length) return;
	await db.update(videos).set({ metadata_due_at: due_at }).where(inArray(videos.id, ids));
}

/** Deletes YouTube's view counts that were last read before `before`. */
export async function dropOldViews(db: Db, before: string, limit: number): Promise<void> {
	const { id, view_count, metadata_read_at } = videos;
	const old = and(isNotNull(view_count), lt(metadata_read_at, before));
	await db
		.update(videos)
		.set({ view_count: null })
		.where(sql`${id} in (select ${id} from ${videos} where ${old} limit ${limit})`);
}

function storable({ metadata }: ReadMetadata) {
	const title = storedText(metadata.title);
	const channel_name = storedText(metadata.channel_name);
	return {
		...metadata,
		title,
		channel_name,
		title_key: searchKey(title),
		channel_key: searchKey(channel_name),
	};
}
