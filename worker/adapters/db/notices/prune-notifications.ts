import { sql } from "drizzle-orm";
import { KEPT_NOTIFICATIONS } from "#contract/notifications.ts";
import type { Db, DbStatement } from "../open-db.ts";
import { notifications } from "../schema/notifications.ts";

/** Deletes what these members have beyond the newest ones that are kept. */
export function pruneNotifications(
	db: Db,
	member_ids: readonly string[],
): DbStatement {
	const { id, member_id, timestamp } = notifications;
	const placed = sql`select ${id}, row_number() over (partition by ${member_id} order by ${timestamp} desc, ${id} desc) as place from ${notifications} where ${member_id} in (select value from json_each(${JSON.stringify(member_ids)}))`;
	return db
		.delete(notifications)
		.where(
			sql`${id} in (select id from (${placed}) where place > ${KEPT_NOTIFICATIONS})`,
		);
}
