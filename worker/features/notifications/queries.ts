import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { MemberId } from "#contract/ids.ts";
import { KEPT_NOTIFICATIONS } from "#contract/limits.ts";
import { Notification, type Notifications, type ReadRequest } from "#contract/notifications.ts";
import { runBatch } from "#db/batch.ts";
import type { Db, DbStatement } from "#db/client.ts";
import { notifications } from "#db/tables/notifications.ts";
import { usableKeys } from "#identity/api-keys.ts";
import { openSessions } from "#identity/sessions.ts";

/** The member's notifications, newest first. */
export async function readNotifications(db: Db, member_id: MemberId): Promise<Notifications> {
	return toNotifications(await newest(db, member_id));
}

/**
 * Data for the member's open streams: the list, and the credentials whose streams may stay open.
 */
export async function readForStreams(
	db: Db,
	member_id: MemberId,
	now: string,
): Promise<{ list: Notifications; credentials: ReadonlySet<string> }> {
	const { rows, sessions, keys } = await runBatch(db, {
		rows: newest(db, member_id),
		sessions: openSessions(db, member_id, now),
		keys: usableKeys(db, member_id, now),
	});
	const credentials = new Set([...sessions, ...keys].map(({ hash }) => hash));
	return { list: toNotifications(rows), credentials };
}

/** Marks the member's notifications as read, and returns the new list. */
export async function markRead(
	db: Db,
	member_id: MemberId,
	request: ReadRequest,
): Promise<Notifications> {
	const named: SQL =
		"all" in request
			? sql`true`
			: sql`${notifications.id} in (select value from json_each(${JSON.stringify(request.ids)}))`;
	const { rows } = await runBatch(db, {
		read: db
			.update(notifications)
			.set({ read: true })
			.where(and(eq(notifications.member_id, member_id), sql`${notifications.read} = 0`, named)),
		rows: newest(db, member_id),
	});
	return toNotifications(rows);
}

function newest(db: Db, member_id: MemberId) {
	return db
		.select()
		.from(notifications)
		.where(eq(notifications.member_id, member_id))
		.orderBy(desc(notifications.timestamp), desc(notifications.id))
		.limit(KEPT_NOTIFICATIONS);
}

function toNotifications(rows: (typeof notifications.$inferSelect)[]): Notifications {
	const list = rows.map((row) => Notification.parse(row));
	const unread = list.filter(({ read }) => !read).length;
	return { notifications: list, unread };
}

/** Deletes all but the newest notifications of these members. */
export function pruneNotifications(db: Db, member_ids: readonly string[]): DbStatement {
	const { id, member_id, timestamp } = notifications;
	const placed = sql`select ${id}, row_number() over (partition by ${member_id} order by ${timestamp} desc, ${id} desc) as place from ${notifications} where ${member_id} in (select value from json_each(${JSON.stringify(member_ids)}))`;
	return db
		.delete(notifications)
		.where(sql`${id} in (select id from (${placed}) where place > ${KEPT_NOTIFICATIONS})`);
}
