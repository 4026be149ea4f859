import { and, eq, sql } from "drizzle-orm";
import type { MemberId } from "#contract/ids.ts";
import type { Activity, ActivityFilter, ActivityItem } from "#contract/me.ts";
import {
	type ActivityScan,
	type PlacedItem,
	ranIn,
	scanAnalyses,
	scanVotes,
} from "./activity-rows.ts";
import type { Db } from "./open-db.ts";
import { decodePlace, encodePlace, type Place } from "./place-cursor.ts";
import { publications } from "./schema/runs.ts";
import { statements, votes } from "./schema/statements.ts";
import { videos } from "./schema/videos.ts";
import { searchKey } from "./search-key.ts";
import { shownIn, type View } from "./view.ts";

/** Rows that one step of a text search looks through, and how many steps a page may take. */
const SEARCH_STEP = 250;
const SEARCH_STEPS = 4;

export type ActivityQuery = {
	member_id: MemberId;
	filter: ActivityFilter;
	/** Empty: everything. */
	q: string;
	/** `next_cursor` of the page before, or null for the first. */
	cursor: string | null;
	limit: number;
	view: View;
};

/**
 * One page of what the member did, newest first. A search that has looked far
 * without filling its page ends early, with a cursor to go on from.
 */
export async function readActivity(
	db: Db,
	query: ActivityQuery,
): Promise<Pick<Activity, "items" | "next_cursor"> | "bad_cursor"> {
	const { cursor, limit } = query;
	const start = cursor === null ? null : decodePlace(cursor);
	if (cursor !== null && start === null) return "bad_cursor";
	const key = searchKey(query.q);
	const step = key ? SEARCH_STEP : limit + 1;
	const page: Page = { items: [], place: start, full: false };
	for (let steps = 0; steps < SEARCH_STEPS; steps += 1) {
		const scan = { ...query, after: page.place, limit: step };
		const rows = await newest(db, query, scan);
		for (const row of rows) take(page, row, key, limit);
		if (!page.full && rows.length < step)
			return { items: page.items, next_cursor: null };
		if (page.full) break;
	}
	const { items, place } = page;
	return { items, next_cursor: place && encodePlace(place) };
}

type Page = {
	items: ActivityItem[];
	/** The last row that was dealt with. */
	place: Place | null;
	/** There is more than the page takes. */
	full: boolean;
};

function take(page: Page, row: PlacedItem, key: string, limit: number): void {
	if (page.full) return;
	const wanted = holds(row.item, key);
	page.full = wanted && page.items.length === limit;
	if (page.full) return;
	if (wanted) page.items.push(row.item);
	page.place = row.place;
}

/** What the member did altogether, as far as the view shows it. */
export async function readActivityStats(
	db: Db,
	member_id: MemberId,
	view: View,
): Promise<Omit<Activity["stats"], "days_active">> {
	const [[voted], [ran]] = await db.batch([
		db
			.select({
				total_votes: sql<number>`count(*)`.as("total_votes"),
				agree_votes:
					sql<number>`count(case when ${votes.vote_type} = 'upvote' then 1 end)`.as(
						"agree_votes",
					),
			})
			.from(votes)
			.innerJoin(statements, eq(statements.id, votes.statement_id))
			.innerJoin(videos, eq(videos.id, statements.video_id))
			.where(and(eq(votes.user_id, member_id), shownIn(view))),
		db
			.select({ analyses: sql<number>`count(*)`.as("analyses") })
			.from(publications)
			.innerJoin(videos, eq(videos.id, publications.video_id))
			.where(
				and(eq(publications.started_by, member_id), ranIn(view), shownIn(view)),
			),
	]);
	const { total_votes, agree_votes } = voted ?? {
		total_votes: 0,
		agree_votes: 0,
	};
	return {
		total_votes,
		agree_votes,
		disagree_votes: total_votes - agree_votes,
		analyses: ran?.analyses ?? 0,
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

function holds(item: ActivityItem, key: string): boolean {
	const texts =
		item.type === "vote"
			? [item.statement.content, item.video.title]
			: [item.video.title];
	return texts.some((text) => searchKey(text).includes(key));
}
