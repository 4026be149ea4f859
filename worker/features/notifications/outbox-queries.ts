import { createHash } from "node:crypto";
import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { MemberId } from "#contract/ids.ts";
import { runBatch } from "#db/batch.ts";
import type { Db } from "#db/client.ts";
import { members } from "#db/tables/members.ts";
import { notificationOutbox, notifications } from "#db/tables/notifications.ts";
import { storedText } from "#text/clean.ts";
import { pruneNotifications } from "./queries.ts";
import type { NotificationText } from "./wording.ts";

/** A stored notification and its member. */
export type Notified = { id: string; member_id: MemberId };

export type Delivery = {
	/** The message as it was read. If it has changed since, nothing is written. */
	message: Pick<WaitingMessage, "id" | "created_at" | "reached">;
	/** null if there is no notification to send, or no longer. */
	notice: NotificationText | null;
	/**
	 * The members, each with the id of their notification. A member's id for a message is
	 * deterministic.
	 */
	to: readonly Notified[];
	/** Whether this completes the message. */
	done: boolean;
	now: string;
};

/**
 * Stores the message's notifications for these members and its progress in one batch, so that
 * repeated or concurrent deliveries notify each member once. Returns the notifications stored by
 * this call. Members who have deleted their account are skipped.
 */
export async function deliverMessage(
	db: Db,
	{ message, notice, to, done, now }: Delivery,
): Promise<Notified[]> {
	const ids = to.map(({ member_id }) => member_id);
	const note = db
		.update(notificationOutbox)
		.set({ reached: ids.at(-1) ?? message.reached, delivered_at: done ? now : null })
		.where(asRead(message));
	if (!notice || !to.length) {
		await note;
		return [];
	}
	const waits = sql`exists (select 1 from ${notificationOutbox} where ${asRead(message)})`;
	const { stored } = await runBatch(db, {
		stored: db
			.insert(notifications)
			.select(toRows(notice, to, message.created_at, waits))
			.onConflictDoNothing()
			.returning({ id: notifications.id, member_id: notifications.member_id }),
		note,
		pruned: pruneNotifications(db, ids),
	});
	return stored.map(({ id, member_id }) => ({ id, member_id: MemberId.parse(member_id) }));
}

function asRead({ id, reached }: Delivery["message"]): SQL | undefined {
	return and(
		eq(notificationOutbox.id, id),
		isNull(notificationOutbox.delivered_at),
		sql`${notificationOutbox.reached} is ${reached}`,
	);
}

/** One row per member, in the column order of the table. */
function toRows(
	{ type, title, message, data }: NotificationText,
	to: readonly Notified[],
	timestamp: string,
	condition: SQL,
): SQL {
	const pairs = JSON.stringify(to.map(({ id, member_id }) => [id, member_id]));
	const said = sql`${type}, ${storedText(title)}, ${storedText(message)}, ${timestamp}, 0, ${storedText(JSON.stringify(data))}, null`;
	return sql`select json_extract(value, '$[0]'), ${members.id}, ${said} from json_each(${pairs}) inner join ${members} on ${members.id} = json_extract(value, '$[1]') where ${condition}`;
}

/** An outbox row that is not delivered yet. */
export type WaitingMessage = {
	id: number;
	kind: string;
	/** null if the message is for several members. */
	member_id: MemberId | null;
	payload: unknown;
	created_at: string;
	/** The id of the last member who was notified; null if none was. */
	reached: string | null;
};

/** Oldest first; only those of `cause` (a run, a claim, a response) if it is given. */
export async function waitingMessages(
	db: Db,
	{ cause, limit }: { cause: string | null; limit: number },
): Promise<WaitingMessage[]> {
	const { id, run_id, kind, member_id, payload, created_at, reached } = notificationOutbox;
	const rows = await db
		.select({ id, kind, member_id, payload, created_at, reached })
		.from(notificationOutbox)
		.where(
			and(isNull(notificationOutbox.delivered_at), cause === null ? undefined : eq(run_id, cause)),
		)
		.orderBy(asc(id))
		.limit(limit);
	return rows.map((row) => ({
		...row,
		member_id: row.member_id === null ? null : MemberId.parse(row.member_id),
	}));
}

/** The same length as the site's other ids. */
const ID_CHARS = 20;

/** A deterministic id for a message and a member, which reveals neither. */
export function notificationId(message: string, member_id: MemberId): string {
	return createHash("sha256")
		.update(`${message}\n${member_id}`)
		.digest("base64url")
		.slice(0, ID_CHARS);
}
