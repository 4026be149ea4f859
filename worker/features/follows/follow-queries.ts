import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Follow, FollowKind, FollowList } from "#contract/follows.ts";
import type { MemberId } from "#contract/ids.ts";
import { TAKEN_DOWN_TITLE } from "#contract/takedown-words.ts";
import { runBatch } from "#db/batch.ts";
import type { Db } from "#db/client.ts";
import { channelFeeds, followSettings, follows } from "#db/tables/follows.ts";
import { statements } from "#db/tables/statements.ts";
import { videos } from "#db/tables/videos.ts";
import { LISTED, shownIn, TAKEN_DOWN, type View } from "#db/view.ts";

const SAID = sql`from ${statements} inner join ${videos} on ${videos.id} = ${statements.video_id} where ${statements.claim_key} = ${follows.subject}`;
/** SQL condition: the followed video, or all that is known of the followed claim, is taken down. */
const IS_GONE = sql`case ${follows.kind}
	when 'video' then exists (select 1 from takedowns down where down.kind = 'video' and down.subject_id = ${follows.subject})
	when 'claim' then not exists (select 1 ${SAID} and ${statements.retired_at} is null and ${videos.hidden_at} is null)
		and (exists (select 1 from takedowns down where down.claim_key = ${follows.subject}) or exists (select 1 ${SAID} and (${videos.hidden_at} is not null or ${TAKEN_DOWN})))
	else 0 end`;
/** The title is that of the time of following. */
export const FOLLOW_COLUMNS = {
	kind: follows.kind,
	subject: follows.subject,
	title: sql<string>`iif(${IS_GONE}, ${TAKEN_DOWN_TITLE}, ${follows.title})`.as("followed_title"),
	since: follows.since,
};

export type Subject = { kind: FollowKind; id: string };

/**
 * Follows a subject that the site knows; repeating it changes nothing. A channel's feed is due at
 * once if nobody followed the channel before. `limit` is the most that a member follows, 0 for any
 * number.
 */
export async function follow(
	db: Db,
	{ member_id, kind, id }: Subject & { member_id: MemberId },
	{ view, limit, now }: { view: View; limit: number; now: string },
): Promise<Follow | "unknown" | "too_many"> {
	const own = and(
		eq(follows.member_id, member_id),
		eq(follows.kind, kind),
		eq(follows.subject, id),
	);
	const title = titleOf({ kind, id }, view);
	const count = sql`(select count(*) from ${follows} where ${follows.member_id} = ${member_id})`;
	const room = limit === 0 ? sql`true` : sql`${count} < ${limit}`;
	const followed = sql`exists (select 1 from ${follows} where ${own})`;
	const { known, found } = await runBatch(db, {
		inserted: db
			.insert(follows)
			.select(
				sql`select ${member_id}, ${kind}, ${id}, ${title}, ${now} where ${title} is not null and ${room}`,
			)
			.onConflictDoNothing(),
		feed: db
			.insert(channelFeeds)
			.select(sql`select ${id}, ${now}, null, null, 0 where ${kind} = 'channel' and ${followed}`)
			.onConflictDoNothing(),
		known: db.select({ title: sql<string | null>`${title}`.as("known") }).from(sql`(select 1)`),
		found: db.select(FOLLOW_COLUMNS).from(follows).where(own),
	});
	const [row] = found;
	if (row) return toFollow(row);
	return known[0]?.title == null ? "unknown" : "too_many";
}

/** The subject's title as the view shows it; NULL if the site does not know the subject. */
function titleOf({ kind, id }: Subject, view: View): SQL {
	switch (kind) {
		case "channel":
			return sql`(select ${videos.channel_name} from ${videos} where ${videos.channel_id} = ${id} and ${LISTED} and ${shownIn(view)} order by ${videos.first_completed_at} desc limit 1)`;
		case "claim":
			return sql`(select ${statements.content} from ${statements} inner join ${videos} on ${videos.id} = ${statements.video_id} where ${statements.claim_key} = ${id} and ${statements.retired_at} is null and ${LISTED} and ${shownIn(view)} order by ${statements.created_at} desc limit 1)`;
		case "video":
			return sql`(select ${videos.title} from ${videos} where ${videos.id} = ${id} and ${videos.analysis_status} = 'completed' and ${shownIn(view)})`;
	}
}

export async function unfollow(
	db: Db,
	{ member_id, kind, id }: Subject & { member_id: MemberId },
): Promise<void> {
	await db
		.delete(follows)
		.where(and(eq(follows.member_id, member_id), eq(follows.kind, kind), eq(follows.subject, id)));
}

/** Everything that the member follows, the latest first, and whether there is a feed of it. */
export async function listFollows(db: Db, member_id: MemberId): Promise<FollowList> {
	const { rows, settings } = await runBatch(db, {
		rows: db
			.select(FOLLOW_COLUMNS)
			.from(follows)
			.where(eq(follows.member_id, member_id))
			.orderBy(desc(follows.since), follows.kind, follows.subject),
		settings: db
			.select({ created_at: followSettings.feed_key_created_at })
			.from(followSettings)
			.where(eq(followSettings.member_id, member_id)),
	});
	const created_at = settings[0]?.created_at ?? null;
	return { follows: rows.map(toFollow), feed: created_at === null ? null : { created_at } };
}

function toFollow({
	kind,
	subject,
	title,
	since,
}: Pick<typeof follows.$inferSelect, keyof typeof FOLLOW_COLUMNS>): Follow {
	return { kind, id: subject, title, since };
}

/** Stores the newest event that the member has seen. An older one changes nothing. */
export async function markSeen(db: Db, member_id: MemberId, at: string): Promise<void> {
	const { seen_at } = followSettings;
	await db
		.insert(followSettings)
		.values({ member_id, seen_at: at })
		.onConflictDoUpdate({
			target: followSettings.member_id,
			set: { seen_at: sql`max(coalesce(${seen_at}, ''), excluded.seen_at)` },
		});
}

/** Replaces the secret of the member's feed. */
export async function storeFeedKey(
	db: Db,
	{ member_id, key_hash, now }: { member_id: MemberId; key_hash: string; now: string },
): Promise<void> {
	const next = { feed_key_hash: key_hash, feed_key_created_at: now };
	await db
		.insert(followSettings)
		.values({ member_id, ...next })
		.onConflictDoUpdate({ target: followSettings.member_id, set: next });
}

/** Ends the feed of the member whose id `owner` selects; for batches. */
export function endFeed(db: Db, owner: SQL) {
	return db
		.update(followSettings)
		.set({ feed_key_hash: null, feed_key_created_at: null })
		.where(sql`${followSettings.member_id} = ${owner}`);
}

export async function closeFeed(db: Db, member_id: MemberId): Promise<void> {
	await endFeed(db, sql`${member_id}`);
}

/** Whose feed has this secret; null if there is none. */
export async function findFeedOwner(db: Db, key_hash: string): Promise<string | null> {
	const [row] = await db
		.select({ id: followSettings.member_id })
		.from(followSettings)
		.where(eq(followSettings.feed_key_hash, key_hash));
	return row?.id ?? null;
}
