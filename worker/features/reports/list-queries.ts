import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Stats } from "#contract/site.ts";
import type { Scope, VideoPage, VideoQuery, VideoSummary } from "#contract/video.ts";
import { runBatch } from "#db/batch.ts";
import type { Db } from "#db/client.ts";
import { decodeCursor, encodeCursor, type ListCursor } from "#db/cursors.ts";
import { creators } from "#db/tables/channels.ts";
import { siteCounters } from "#db/tables/runs.ts";
import { searchDocs, searchIndex } from "#db/tables/search.ts";
import { videos } from "#db/tables/videos.ts";
import { containsAll, matchExpression } from "#db/text-search.ts";
import { LISTED, shownIn, type View } from "#db/view.ts";
import { SAMPLES } from "#features/samples/samples.ts";
import { badCursor } from "#http/operation.ts";
import { problem } from "#http/problems.ts";
import { addressQuota } from "#identity/quota.ts";
import { readSearch, type Search } from "#text/search-words.ts";
import type { Context } from "#worker/context.ts";
import { MINUTE_MS } from "#worker/durations.ts";
import { SUMMARY_COLUMNS, toVideoSummary } from "./queries.ts";

/** The number of results on the home page. */
const RECENT = 6;

type PageOptions = {
	/** `next_cursor` of the previous page, or null for the first. */
	cursor: string | null;
	limit: number;
	view: View;
	/** Restricts the list to a channel; null for all channels. */
	channel_id?: string | null | undefined;
	/** Restricts the list to full reports, or to reports of moments. */
	scope?: Scope | undefined;
	/** Part of a title or a channel's name; empty for all. */
	q?: string;
};

/** One page of the archive, newest first by first completion. */
export async function listVideos(db: Db, options: PageOptions): Promise<VideoPage | "bad_cursor"> {
	const after = options.cursor === null ? null : decodeCursor(options.cursor);
	if (options.cursor !== null && after === null) return "bad_cursor";
	const wanted_words = readSearch(options.q ?? "");
	if (options.q && !wanted_words) return { videos: [], next_cursor: null };
	const wanted = { ...options, limit: options.limit + 1, after };
	const rows = await (wanted_words ? newestWith(db, wanted_words, wanted) : newest(db, wanted));
	const page = rows.slice(0, options.limit);
	const last = page.at(-1);
	return {
		videos: page.map(toVideoSummary),
		next_cursor:
			last?.first_completed_at && rows.length > options.limit
				? encodeCursor({ first_completed_at: last.first_completed_at, id: last.id })
				: null,
	};
}

export async function recentVideos(db: Db, view: View): Promise<VideoSummary[]> {
	const rows = await recent(db, view);
	return rows.map(toVideoSummary);
}

/** The results of demo mode's samples, in their order. */
export async function sampleResults(db: Db, view: View): Promise<VideoSummary[]> {
	return inSampleOrder(await selectSamples(db, view));
}

function selectSamples(db: Db, view: View) {
	const ids = view.simulated ? SAMPLES.map(({ id }) => id) : [];
	return db
		.select(SUMMARY_COLUMNS)
		.from(videos)
		.where(and(inArray(videos.id, ids), eq(videos.analysis_status, "completed"), shownIn(view)));
}

function inSampleOrder(rows: Awaited<ReturnType<typeof selectSamples>>): VideoSummary[] {
	return SAMPLES.flatMap(({ id }) => rows.filter((row) => row.id === id)).map(toVideoSummary);
}

/** The number of newest results, or statements, that a query searches without the index. */
export const SHORT_QUERY_REACH = 5_000;

/**
 * Finds results whose title and channel name contain what is searched for. They are sorted by rowid, which
 * rises with first completion, so that the scan of the index can stop at the limit.
 */
export function newestWith(db: Db, search: Search, options: Newest) {
	const { limit } = options;
	if (!search.indexed) {
		const recent = sql`${searchDocs.id} > (select max(id) from ${searchDocs}) - ${SHORT_QUERY_REACH}`;
		const contains = containsAll(
			{
				key: sql`(${searchDocs.title_key} || ${searchDocs.channel_key})`,
				text: sql`(${videos.title} || ' ' || ${videos.channel_name})`,
			},
			search,
		);
		return db
			.select(SUMMARY_COLUMNS)
			.from(searchDocs)
			.innerJoin(videos, eq(videos.id, searchDocs.video_id))
			.where(and(recent, contains, isWanted(options, isAfterDoc)))
			.orderBy(desc(searchDocs.id))
			.limit(limit);
	}
	return db
		.select(SUMMARY_COLUMNS)
		.from(searchIndex)
		.innerJoin(searchDocs, eq(searchDocs.id, searchIndex.rowid))
		.innerJoin(videos, eq(videos.id, searchDocs.video_id))
		.where(and(sql`search_index match ${matchExpression(search)}`, isWanted(options, isAfterDoc)))
		.orderBy(desc(searchIndex.rowid))
		.limit(limit);
}

type Newest = Omit<PageOptions, "cursor"> & { after: ListCursor | null };

function recent(db: Db, view: View) {
	return newest(db, { view, limit: RECENT, after: null, scope: "full" });
}

function newest(db: Db, options: Newest) {
	return db
		.select(SUMMARY_COLUMNS)
		.from(videos)
		.where(isWanted(options, olderThan))
		.orderBy(desc(videos.first_completed_at), desc(videos.id))
		.limit(options.limit);
}

function isWanted(
	{ view, after, channel_id, scope }: Newest,
	comesAfter: (place: ListCursor) => SQL,
): SQL | undefined {
	const channel = channel_id ? eq(videos.channel_id, channel_id) : undefined;
	const place = after ? comesAfter(after) : undefined;
	return and(channel, LISTED, scope && OF_SCOPE[scope], shownIn(view), place);
}

/** Without parameters, as every condition of a list (`shownIn`). */
const OF_SCOPE: Record<Scope, SQL> = {
	full: sql`${videos.scope} = 'full'`,
	moments: sql`${videos.scope} = 'moments'`,
};

function olderThan(place: ListCursor): SQL {
	return sql`(${videos.first_completed_at}, ${videos.id}) < (${place.first_completed_at}, ${place.id})`;
}

/**
 * Matches documents after the place in the search index's order. The place's own document may
 * have been deleted.
 */
function isAfterDoc(place: ListCursor): SQL {
	return sql`coalesce(${searchDocs.id} < (select d.id from ${searchDocs} as d where d.video_id = ${place.id}), ${olderThan(place)})`;
}

/** The totals of either real or simulated results, which are never added up. */
export async function readStats(db: Db, view: View): Promise<Stats> {
	return onlyStats(await selectStats(db, view));
}

function selectStats(db: Db, view: View) {
	const { total_videos, total_claims } = siteCounters;
	// Simulated scores catch nothing.
	const bs_claims = view.simulated ? sql<number>`0` : siteCounters.bs_claims;
	const total_creators = sql<number>`(select count(*) from ${creators} where ${creators.verified} = 1)`;
	return db
		.select({ total_videos, total_claims, bs_claims, total_creators })
		.from(siteCounters)
		.where(eq(siteCounters.simulated, view.simulated));
}

function onlyStats([row]: Stats[]): Stats {
	if (!row) throw new Error("The site's counters are missing");
	return row;
}

/** The newest results, the samples' and the totals, in one round trip. */
export async function readNews(
	db: Db,
	view: View,
): Promise<{ videos: VideoSummary[]; samples: VideoSummary[]; stats: Stats }> {
	const { rows, samples, stats } = await runBatch(db, {
		rows: recent(db, view),
		samples: selectSamples(db, view),
		stats: selectStats(db, view),
	});
	return {
		videos: rows.map(toVideoSummary),
		samples: inSampleOrder(samples),
		stats: onlyStats(stats),
	};
}

/** Longer than any title; a longer query cannot match. */
const MAX_QUERY_CHARS = 200;

/** What is searched for; empty if nothing is. */
export function searchedWords(q = ""): string {
	return q.trim().slice(0, MAX_QUERY_CHARS);
}

/** Counts a search against the address's limit. Throws a ProblemError if there are too many. */
export async function consumeSearch(context: Context, address: string): Promise<void> {
	const granted = await addressQuota(context, {
		address,
		key: (network) => `search:${network}`,
		limit: context.settings.LIMIT_SEARCH,
		window_ms: MINUTE_MS,
		lenient: true,
	}).consume();
	if (!granted.ok) throw problem("too_many_requests/searches", granted);
}

/** One page of the archive. A search is counted against the caller's address. */
export async function readArchive(
	context: Context,
	address: string,
	{ cursor, q, ...asked }: VideoQuery,
): Promise<VideoPage> {
	const words = searchedWords(q);
	if (words !== "") await consumeSearch(context, address);
	const { db, view } = context;
	const page = await listVideos(db.near, { ...asked, cursor: cursor ?? null, view, q: words });
	if (page === "bad_cursor") throw badCursor();
	return page;
}
