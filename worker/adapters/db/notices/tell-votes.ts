import { and, eq, sql } from "drizzle-orm";
import { MemberId } from "#contract/ids.ts";
import type { Notice } from "#domain/notices/notice.ts";
import { excluded } from "../excluded.ts";
import { insertRows } from "../insert-rows.ts";
import type { Db } from "../open-db.ts";
import { notifications, toldVotes } from "../schema/notifications.ts";
import type { Told } from "./deliver-message.ts";
import type { GatheredVotes, VoteSpan } from "./gather-votes.ts";
import { pruneNotifications } from "./prune-notifications.ts";

/** A notice as it is to stand: a new one, or in the place of the unread one. */
export type VotesTold = Pick<GatheredVotes, "unread" | "after_vote"> &
	Told & { notice: Notice };

/**
 * Stores the notices and notes that the span was told, in one batch. "changed",
 * and nothing stored, where it was told meanwhile or a notice that would grow
 * was read: gather again.
 */
export async function tellVotes(
	db: Db,
	{ span, told, now }: { span: VoteSpan; told: VotesTold[]; now: string },
): Promise<Told[] | "changed"> {
	const growing = JSON.stringify(told.flatMap(({ unread }) => unread ?? []));
	const unreadAsRead = sql`(select count(*) from ${notifications} where ${notifications.id} in (select value from json_each(${growing})) and ${notifications.read} = 0) = json_array_length(${growing})`;
	const unchanged = sql`exists (select 1 from ${toldVotes} where ${toldVotes.vote_id} = ${span.after}) and ${unreadAsRead}`;
	const rows = told.map(({ id, member_id, after_vote, notice }) => ({
		...notice,
		id,
		member_id,
		timestamp: now,
		read: false,
		after_vote,
	}));
	const [stored, moved] = await db.batch([
		insertRows(db, notifications, rows, unchanged)
			.onConflictDoUpdate({
				target: notifications.id,
				set: excluded("title", "message", "timestamp", "data"),
			})
			.returning({ id: notifications.id, member_id: notifications.member_id }),
		db
			.update(toldVotes)
			.set({ vote_id: span.until })
			.where(and(eq(toldVotes.vote_id, span.after), unreadAsRead))
			.returning({ vote_id: toldVotes.vote_id }),
		pruneNotifications(
			db,
			told.map(({ member_id }) => member_id),
		),
	]);
	if (!moved.length) return "changed";
	return stored.map(({ id, member_id }) => ({
		id,
		member_id: MemberId.parse(member_id),
	}));
}
