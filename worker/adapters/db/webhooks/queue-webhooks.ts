import { and, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Db, DbStatement } from "../open-db.ts";
import { requestedAnalyses } from "../schema/requested-analyses.ts";
import { webhookDeliveries } from "../schema/webhooks.ts";

/**
 * Queues an event for each of these settled requests that wants one; to be
 * batched with what settles them. A request settles once, so its event has an
 * id of its own: queued again, it stays one. The columns in the table's order.
 */
export function queueWebhooks(db: Db, which: SQL | undefined): DbStatement {
	const {
		id,
		member_id,
		video_id,
		webhook_url,
		status,
		settled_at,
		created_at,
	} = requestedAnalyses;
	// A result may have been there for long before it was asked for.
	const at = sql`max(${settled_at}, ${created_at})`;
	const wanted = and(which, isNotNull(webhook_url), isNotNull(settled_at));
	return db
		.insert(webhookDeliveries)
		.select(
			sql`select 'msg_' || ${id}, ${member_id}, ${id}, ${video_id}, ${webhook_url}, 'analysis.' || ${status}, 'pending', 0, ${at}, ${at}, null, null, null from ${requestedAnalyses} where ${wanted}`,
		)
		.onConflictDoNothing();
}
