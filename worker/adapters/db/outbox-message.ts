import type { SQL } from "drizzle-orm";
import { insertRows } from "./insert-rows.ts";
import type { Db, DbStatement } from "./open-db.ts";
import { notificationOutbox } from "./schema/notifications.ts";

export type OutboxMessage = {
	/** The id of what happened: a run, a claim, a response. */
	cause: string;
	kind: string;
	/** null where the delivery finds out whom it concerns. */
	member_id: string | null;
	payload: Record<string, unknown>;
	now: string;
};

/** To be batched with what it tells of; written only where `condition` holds. */
export function outboxMessage(
	db: Db,
	{ cause, kind, member_id, payload, now }: OutboxMessage,
	condition: SQL,
): DbStatement {
	const row = {
		id: undefined,
		run_id: cause,
		kind,
		member_id,
		payload,
		created_at: now,
		delivered_at: null,
		reached: null,
	};
	return insertRows(db, notificationOutbox, [row], condition);
}
