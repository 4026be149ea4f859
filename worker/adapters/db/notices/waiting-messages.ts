import { and, asc, eq, isNull } from "drizzle-orm";
import { MemberId } from "#contract/ids.ts";
import type { Db } from "../open-db.ts";
import { notificationOutbox } from "../schema/notifications.ts";

/** A row of the outbox that is not delivered yet. */
export type WaitingMessage = {
	id: number;
	kind: string;
	/** null where it concerns many. */
	member_id: MemberId | null;
	payload: unknown;
	created_at: string;
	/** The last of the many, by id, whom it has reached; null for none. */
	reached: string | null;
};

/** Oldest first; only those of `cause` (a run, a claim, a response) if it is given. */
export async function waitingMessages(
	db: Db,
	{ cause, limit }: { cause: string | null; limit: number },
): Promise<WaitingMessage[]> {
	const { id, run_id, kind, member_id, payload, created_at, reached } =
		notificationOutbox;
	const rows = await db
		.select({ id, kind, member_id, payload, created_at, reached })
		.from(notificationOutbox)
		.where(
			and(
				isNull(notificationOutbox.delivered_at),
				cause === null ? undefined : eq(run_id, cause),
			),
		)
		.orderBy(asc(id))
		.limit(limit);
	return rows.map((row) => ({
		...row,
		member_id: row.member_id === null ? null : MemberId.parse(row.member_id),
	}));
}
