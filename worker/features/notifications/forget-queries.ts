import { and, isNull, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { VideoId } from "#contract/ids.ts";
import type { Db, DbStatement } from "#db/client.ts";
import { notificationOutbox, notifications } from "#db/tables/notifications.ts";

/**
 * For the batch that takes something down: deletes what members were, or are to be, notified of it.
 * `statement_id` is null for the whole report.
 */
export function forgetNotifications(
	db: Db,
	{ video_id, statement_id }: { video_id: VideoId; statement_id: string | null },
	condition: SQL,
): DbStatement[] {
	const isAbout = (column: SQLiteColumn) =>
		and(
			sql`json_extract(${column}, '$.video_id') = ${video_id}`,
			statement_id === null ? undefined : sql`instr(${column}, ${statement_id}) > 0`,
			condition,
		);
	return [
		db.delete(notifications).where(isAbout(notifications.data)),
		db
			.delete(notificationOutbox)
			.where(and(isNull(notificationOutbox.delivered_at), isAbout(notificationOutbox.payload))),
	];
}
