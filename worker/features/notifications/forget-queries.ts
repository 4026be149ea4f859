import { and, isNull, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { VideoId } from "#contract/ids.ts";
import type { Db, DbStatement } from "#db/client.ts";
import { notificationOutbox, notifications } from "#db/tables/notifications.ts";
import { statements } from "#db/tables/statements.ts";
import { TAKEN_DOWN } from "#db/view.ts";

/**
 * For the batch that takes something down: deletes what members were, or are to be, notified of it.
 * `of` is the whole report, or its statements that are taken down by then, in all their forms.
 */
export function forgetNotifications(
	db: Db,
	{ video_id, of }: { video_id: VideoId; of: "report" | "statements" },
	condition: SQL,
): DbStatement[] {
	const isAbout = (column: SQLiteColumn) =>
		and(
			sql`json_extract(${column}, '$.video_id') = ${video_id}`,
			of === "report"
				? undefined
				: sql`exists (select 1 from ${statements} where ${statements.video_id} = ${video_id} and ${TAKEN_DOWN} and instr(${column}, ${statements.id}) > 0)`,
			condition,
		);
	return [
		db.delete(notifications).where(isAbout(notifications.data)),
		db
			.delete(notificationOutbox)
			.where(and(isNull(notificationOutbox.delivered_at), isAbout(notificationOutbox.payload))),
	];
}
