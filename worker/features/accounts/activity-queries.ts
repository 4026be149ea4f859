import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { MemberId } from "#contract/ids.ts";
import { type Activity, type ActivityFilter, ActivityItem } from "#contract/me.ts";
import { runBatch } from "#db/batch.ts";
import type { Db } from "#db/client.ts";
import { decodePlace, encodePlace, type Place } from "#db/cursors.ts";
import { disputes } from "#db/tables/disputes.ts";
import { publications } from "#db/tables/runs.ts";
import { statements, votes } from "#db/tables/statements.ts";
import { videos } from "#db/tables/videos.ts";
import { shownIn, TAKEN_DOWN, type View } from "#db/view.ts";
import { BASIS_COLUMNS, readBasis } from "#features/reports/queries.ts";
import { containsSearch, readSearch, type Search } from "#text/search-words.ts";

/** The rows that one step of a text search reads, and the maximum number of steps for one page. */
const SEARCH_STEP = 250;
const SEARCH_STEPS = 4;

type ActivityQuery = {
	member_id: MemberId;
	filter: ActivityFilter;
	/** Empty returns everything. */
	q: string;
	/** `next_cursor` of the previous page, or null for the first. */
	cursor: string | null;
	limit: number;
	view: View;
};

/**
 * Returns one page of the member's activity, newest first. A search that reads many rows without
 * filling its page ends early, with a cursor to continue from.
 */
export async function readActivity(
	db: Db,
	query: ActivityQuery,
): Promise<Pick<Activity, "items" | "next_cursor"> | "bad_cursor"> {
	const { cursor, limit } = query;
	const start = cursor === null ? null : decodePlace(cursor);
	if (cursor !== null && start === null) return "bad_cursor";
	const words = readSearch(query.q);
	const step = words ? SEARCH_STEP : limit + 1;
	const page: Page = { items: [], place: start, full: false };
	for (let steps = 0; steps < SEARCH_STEPS; steps += 1) {
		const scan = { ...query, after: page.place, limit: step };
		const rows = await newest(db, query, scan);
		for (const row of rows) addRow(page, row, words, limit);
		if (!page.full && rows.length < step) return { items: page.items, next_cursor: null };
		if (page.full) break;
	}
	const { items, place } = page;
	return { items, next_cursor: place && encodePlace(place) };
}

type Page = {
	items: ActivityItem[];
	/** The last row that was read. */
	place: Place | null;
	/** Whether there are more items than fit on the page. */
	full: boolean;
};

function addRow(page: Page, row: PlacedItem, words: Search | null, limit: number): void {
	if (page.full) return;
	const wanted = contains(row.item, words);
	page.full = wanted && page.items.length === limit;
	if (page.full) return;
	if (wanted) page.items.push(row.item);
	page.place = row.place;
}

/** The totals of the member's activity, limited to what the view shows. */
export async function readActivityStats(
	db: Db,
	member_id: MemberId,
	view: View,
): Promise<Omit<Activity["stats"], "days_active">> {
	const counted = await runBatch(db, {
		votes: db
			.select({
				total_votes: sql<number>`count(*)`.as("total_votes"),
				agree_votes: sql<number>`count(case when ${votes.vote_type} = 'upvote' then 1 end)`.as(
					"agree_votes",
				),
			})
			.from(votes)
			.innerJoin(statements, eq(statements.id, votes.statement_id))
			.innerJoin(videos, eq(videos.id, statements.video_id))
			.where(and(eq(votes.user_id, member_id), shownIn(view))),
		analyses: db
			.select({ analyses: sql<number>`count(*)`.as("analyses") })
			.from(publications)
			.innerJoin(videos, eq(videos.id, publications.video_id))
			.where(and(eq(publications.started_by, member_id), ranIn(view), shownIn(view))),
		disputes: db
			.select({ moved: sql<number>`count(*)`.as("moved") })
			.from(disputes)
			.innerJoin(videos, eq(videos.id, disputes.video_id))
			.where(and(eq(disputes.member_id, member_id), eq(disputes.outcome, "moved"), shownIn(view))),
	});
	const { total_votes = 0, agree_votes = 0 } = counted.votes[0] ?? {};
	return {
		total_votes,
		agree_votes,
		disagree_votes: total_votes - agree_votes,
		analyses: counted.analyses[0]?.analyses ?? 0,
		disputes_moved: counted.disputes[0]?.moved ?? 0,
	};
}

async function newest(
	db: Db,
	{ filter }: ActivityQuery,
	scan: ActivityScan,
): Promise<PlacedItem[]> {
	const [voted, ran] = await Promise.all([
		filter === "analyses" ? [] : scanVotes(db, scan),
		filter === "votes" ? [] : scanAnalyses(db, scan),
	]);
	return [...voted, ...ran].sort(byPlace).slice(0, scan.limit);
}

function byPlace({ place: a }: PlacedItem, { place: b }: PlacedItem): number {
	if (a.at !== b.at) return a.at < b.at ? 1 : -1;
	return a.key < b.key ? 1 : -1;
}

function contains(item: ActivityItem, words: Search | null): boolean {
	if (!words) return true;
	const texts =
		item.type === "vote" ? [item.statement.content, item.video.title] : [item.video.title];
	return texts.some((text) => containsSearch(text, words));
}

/** An item with its sort key. */
type PlacedItem = { place: Place; item: ActivityItem };

type ActivityScan = {
	member_id: MemberId;
	/** Where the previous rows ended; null for the newest. */
	after: Place | null;
	limit: number;
	view: View;
};

const VIDEO_COLUMNS = {
	title: videos.title,
	channel_name: videos.channel_name,
	thumbnail_url: videos.thumbnail_url,
	bs_score: videos.bs_score,
	lean: videos.lean,
	...BASIS_COLUMNS,
};
/** Sorts items of the same instant: votes before analyses, later votes first. */
const VOTE_KEY = sql<string>`printf('v%016d', ${votes.id})`;
const RUN_KEY = sql<string>`'p' || ${publications.run_id}`;

/** The member's votes, newest first, including those on retired statements. */
async function scanVotes(
	db: Db,
	{ member_id, after, limit, view }: ActivityScan,
): Promise<PlacedItem[]> {
	const { created_at } = votes;
	const rows = await db
		.select({
			key: VOTE_KEY,
			created_at,
			vote_type: votes.vote_type,
			statement_id: votes.statement_id,
			content: statements.content,
			ai_score: statements.ai_score,
			statement_lean: statements.lean,
			verdict: statements.verdict,
			unverified_reason: statements.unverified_reason,
			retired_at: statements.retired_at,
			video_id: statements.video_id,
			...VIDEO_COLUMNS,
		})
		.from(votes)
		.innerJoin(statements, eq(statements.id, votes.statement_id))
		.innerJoin(videos, eq(videos.id, statements.video_id))
		.where(
			and(
				eq(votes.user_id, member_id),
				shownIn(view),
				sql`not ${TAKEN_DOWN}`,
				after ? beyond(after, sql`${created_at}`, VOTE_KEY) : undefined,
			),
		)
		.orderBy(desc(created_at), desc(votes.id))
		.limit(limit);
	return rows.map((row) => ({
		place: { at: row.created_at, key: row.key },
		item: ActivityItem.parse({
			type: "vote",
			created_at: row.created_at,
			vote_type: row.vote_type,
			statement: {
				id: row.statement_id,
				content: row.content,
				ai_score: row.ai_score,
				lean: row.statement_lean,
				verdict: row.verdict,
				unverified_reason: row.unverified_reason,
				retired: row.retired_at !== null,
			},
			video: { ...row, ...readBasis(row), id: row.video_id },
		}),
	}));
}

/** The analyses that the member started, latest end first. */
async function scanAnalyses(
	db: Db,
	{ member_id, after, limit, view }: ActivityScan,
): Promise<PlacedItem[]> {
	const { ended_at, run_id } = publications;
	const rows = await db
		.select({
			key: RUN_KEY,
			ended_at,
			outcome: publications.outcome,
			video_id: publications.video_id,
			...VIDEO_COLUMNS,
		})
		.from(publications)
		.innerJoin(videos, eq(videos.id, publications.video_id))
		.where(
			and(
				eq(publications.started_by, member_id),
				ranIn(view),
				shownIn(view),
				after ? beyond(after, sql`${ended_at}`, RUN_KEY) : undefined,
			),
		)
		.orderBy(desc(ended_at), desc(run_id))
		.limit(limit);
	return rows.map((row) => ({
		place: { at: row.ended_at, key: row.key },
		item: ActivityItem.parse({
			type: "analysis",
			created_at: row.ended_at,
			outcome: row.outcome,
			video: { ...row, ...readBasis(row), id: row.video_id },
		}),
	}));
}

/** Matches runs that the view shows: simulated runs appear in demo mode only. */
function ranIn(view: View): SQL {
	return view.simulated ? sql`true` : sql`${publications.simulated} = 0`;
}

/**
 * The first half lets SQLite seek in the index; the second half orders rows of the same instant.
 */
function beyond({ at, key }: Place, instant: SQL, own_key: SQL): SQL {
	return sql`${instant} <= ${at} and (${instant} < ${at} or ${own_key} < ${key})`;
}
