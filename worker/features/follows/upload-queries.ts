import { and, eq, lte, sql } from "drizzle-orm";
import * as z from "zod";
import { insertRows, runBatch } from "#db/batch.ts";
import type { Db } from "#db/client.ts";
import { channelFeeds, followEventSubjects, followEvents, follows } from "#db/tables/follows.ts";
import { videos } from "#db/tables/videos.ts";
import type { FeedUpload } from "./channel-feed.ts";

const Entries = z.array(z.tuple([z.string(), z.string()]));

/** A feed that is to be read. */
export type DueFeed = {
	channel_id: string;
	etag: string | null;
	/** The last answer's videos, each with its publication; null before the first answer. */
	entries: z.infer<typeof Entries> | null;
	failures: number;
};

/**
 * Claims feeds that are due, those of newly followed channels first; no other run takes them before
 * `lost_at`. Feeds that nobody follows any more are deleted.
 */
export async function claimFeeds(
	db: Db,
	{ now, lost_at, limit }: { now: string; lost_at: string; limit: number },
): Promise<DueFeed[]> {
	const { channel_id, due_at, etag, entries, failures } = channelFeeds;
	const followed = sql`exists (select 1 from ${follows} where ${follows.kind} = 'channel' and ${follows.subject} = ${channel_id})`;
	const due = sql`select ${channel_id} from ${channelFeeds} where ${lte(due_at, now)} order by ${entries} is not null, ${due_at} limit ${limit}`;
	const { claimed } = await runBatch(db, {
		dropped: db.delete(channelFeeds).where(and(lte(due_at, now), sql`not ${followed}`)),
		claimed: db
			.update(channelFeeds)
			.set({ due_at: lost_at })
			.where(and(sql`${channel_id} in (${due})`, lte(due_at, now)))
			.returning({ channel_id, etag, entries, failures }),
	});
	return claimed.map((row) => ({
		...row,
		entries: row.entries === null ? null : Entries.parse(row.entries),
	}));
}

/** Sets when the feed is read again, after an answer that brought nothing. */
export async function postponeFeed(
	db: Db,
	channel_id: string,
	next: { due_at: string; failures: number },
): Promise<void> {
	await db.update(channelFeeds).set(next).where(eq(channelFeeds.channel_id, channel_id));
}

/** What a feed answered. */
type ReadFeed = {
	channel_id: string;
	channel_name: string;
	/** Those that are new. */
	uploads: readonly FeedUpload[];
	/** All of them, as `DueFeed` has them. */
	entries: z.infer<typeof Entries>;
	etag: string | null;
	now: string;
	due_at: string;
};

/**
 * Stores new uploads once for all followers, without those that have a result, and what the feed
 * answered, in one batch.
 */
export async function storeUploads(db: Db, read: ReadFeed): Promise<void> {
	const { channel_id, channel_name, uploads, entries, etag, now, due_at } = read;
	const events = uploads.map(({ video_id, title, published_at }, place) => ({
		id: `upload.${video_id}`,
		kind: "upload" as const,
		// Newest first, as the feed has them.
		at: new Date(Date.parse(now) - place).toISOString(),
		video_id,
		title,
		channel_id,
		channel_name,
		statement_id: null,
		content: null,
		claim_key: null,
		before: null,
		after: null,
		run_id: null,
		published_at,
	}));
	const ids = JSON.stringify(events.map(({ id }) => id));
	const checked = sql`exists (select 1 from ${videos} where ${videos.id} = json_extract(value, '$[3]') and ${videos.analysis_status} = 'completed' and ${videos.scope} = 'full')`;
	await db.batch([
		insertRows(db, followEvents, events, sql`not ${checked}`).onConflictDoNothing(),
		db
			.insert(followEventSubjects)
			.select(
				sql`select 'channel', ${followEvents.channel_id}, ${followEvents.at}, ${followEvents.id}, 0 from ${followEvents} where ${followEvents.id} in (select value from json_each(${ids}))`,
			)
			.onConflictDoNothing(),
		db
			.update(channelFeeds)
			.set({ entries, etag, due_at, failures: 0 })
			.where(eq(channelFeeds.channel_id, channel_id)),
	]);
}
