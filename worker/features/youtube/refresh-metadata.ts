import { and, asc, inArray, isNotNull, lt, lte, or, sql } from "drizzle-orm";
import { VideoId } from "#contract/ids.ts";
import { SWEPT_ROWS } from "#db/batch.ts";
import type { Db } from "#db/client.ts";
import { FOLDING, searchDocs, searchIndex } from "#db/tables/search.ts";
import { videos } from "#db/tables/videos.ts";
import { storedText } from "#text/clean.ts";
import { searchKey } from "#text/search-words.ts";
import type { Context } from "#worker/context.ts";
import { HOUR_MS } from "#worker/durations.ts";
import { type MetadataSources, openMetadataSources, readMetadata } from "./metadata.ts";
import {
	METADATA_KEPT_MS,
	METADATA_LIFE_MS,
	type Metadata,
	VIDEOS_A_CALL,
} from "./metadata-sources.ts";

/** The minimum delay before YouTube is asked again about a video for which it gave no answer. */
const ASK_AGAIN_MS = 6 * HOUR_MS;

/**
 * Videos per run without a key, when each takes one or two calls: about two hundred thousand a
 * month.
 */
const VIDEOS_WITHOUT_KEY = 5;

/**
 * Reads old metadata again. A video that YouTube no longer shows keeps its result and is marked.
 * View counts that could not be refreshed in time are deleted. Safe to run repeatedly.
 */
export async function refreshMetadata(
	{ settings, db: { primary }, outbound, now: clock }: Context,
	at: Date,
): Promise<void> {
	const instant = (ms: number) => new Date(at.getTime() + ms).toISOString();
	const now = instant(0);
	const limit = settings.YOUTUBE_API_KEY ? VIDEOS_A_CALL : VIDEOS_WITHOUT_KEY;
	const ids = await dueMetadata(primary, { now, limit });
	const sources = openMetadataSources(settings, outbound, () => clock().getTime());
	const seen = ids.length ? await readMetadataAgain(sources, ids) : new Map<VideoId, SeenAgain>();
	const renewal = { now, due_at: instant(METADATA_LIFE_MS) };
	const read: { video_id: VideoId; metadata: Metadata }[] = [];
	const gone: VideoId[] = [];
	const silent: VideoId[] = [];
	for (const [video_id, again] of seen) {
		if (again.state === "there") read.push({ video_id, metadata: again.metadata });
		else (again.state === "gone" ? gone : silent).push(video_id);
	}
	await renewMetadata(primary, read, renewal);
	await markUnavailable(primary, gone, renewal);
	await postponeMetadata(primary, silent, instant(ASK_AGAIN_MS));
	await dropOldViews(primary, instant(-METADATA_KEPT_MS), SWEPT_ROWS);
}

/** "unknown": YouTube gave no usable answer. */
type SeenAgain = { state: "there"; metadata: Metadata } | { state: "gone" } | { state: "unknown" };

const UNKNOWN: SeenAgain = { state: "unknown" };
/** Reasons that mean that nobody can watch the video any more. */
const GONE = new Set(["video_not_found", "video_gone", "video_private"]);

/**
 * Reads the current metadata of these videos. The Data API is called once for all of them,
 * without falling back to other sources. Without a key, videos are read one by one until YouTube
 * stops answering. The remaining videos are left for later and are missing in the result.
 */
export async function readMetadataAgain(
	sources: MetadataSources,
	ids: VideoId[],
): Promise<Map<VideoId, SeenAgain>> {
	if (sources.data_api) {
		const answer = await sources.data_api.videos(ids);
		return new Map(ids.map((id) => [id, answer.ok ? found(answer, id) : UNKNOWN]));
	}
	const seen = new Map<VideoId, SeenAgain>();
	for (const id of ids) {
		const again = await ask(sources, id);
		seen.set(id, again);
		if (again.state === "unknown") break;
	}
	return seen;
}

function found(answer: { found: Map<VideoId, Metadata> }, id: VideoId): SeenAgain {
	const metadata = answer.found.get(id);
	return metadata ? { state: "there", metadata } : { state: "gone" };
}

async function ask(sources: MetadataSources, id: VideoId): Promise<SeenAgain> {
	const read = await readMetadata(sources, id);
	if (read.ok) return { state: "there", metadata: read.metadata };
	return GONE.has(read.error.code) ? { state: "gone" } : UNKNOWN;
}

type ReadMetadata = { video_id: VideoId; metadata: Metadata };

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
	const orStored = (field: Exclude<keyof Metadata, "description" | "audio_language">) =>
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
		db
			.update(searchDocs)
			.set({ ...keys, folding: FOLDING })
			.where(renamed),
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
async function postponeMetadata(db: Db, ids: VideoId[], due_at: string): Promise<void> {
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
