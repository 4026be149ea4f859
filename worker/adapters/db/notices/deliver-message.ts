import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { MemberId } from "#contract/ids.ts";
import type { Notice } from "#domain/notices/notice.ts";
import type { Db } from "../open-db.ts";
import { members } from "../schema/members.ts";
import { notificationOutbox, notifications } from "../schema/notifications.ts";
import { storedText } from "../stored-text.ts";
import { pruneNotifications } from "./prune-notifications.ts";
import type { WaitingMessage } from "./waiting-messages.ts";

/** A stored notification, and whose it is. */
export type Told = { id: string; member_id: MemberId };

export type Delivery = {
	/** As it was read: one that has got further since is left alone. */
	message: Pick<WaitingMessage, "id" | "created_at" | "reached">;
	/** null where there is nothing to tell, or nothing any more. */
	notice: Notice | null;
	/** Whom it is told, under which id: always the same for the same member. */
	to: readonly Told[];
	/** Whether the whole message is delivered with these. */
	done: boolean;
	now: string;
};

/**
 * Stores the message for these members and notes so on the message, in one
 * batch: however often and by however many it is tried, each is told once.
 * Returns what was stored now; whoever has left the site is passed over.
 */
export async function deliverMessage(
	db: Db,
	{ message, notice, to, done, now }: Delivery,
): Promise<Told[]> {
	const ids = to.map(({ member_id }) => member_id);
	const note = db
		.update(notificationOutbox)
		.set({
			reached: ids.at(-1) ?? message.reached,
			delivered_at: done ? now : null,
		})
		.where(asRead(message));
	if (!notice || !to.length) {
		await note;
		return [];
	}
	const waits = sql`exists (select 1 from ${notificationOutbox} where ${asRead(message)})`;
	const [stored] = await db.batch([
		db
			.insert(notifications)
			.select(rowsOf(notice, to, message.created_at, waits))
			.onConflictDoNothing()
			.returning({ id: notifications.id, member_id: notifications.member_id }),
		note,
		pruneNotifications(db, ids),
	]);
	return stored.map(({ id, member_id }) => ({
		id,
		member_id: MemberId.parse(member_id),
	}));
}

function asRead({ id, reached }: Delivery["message"]): SQL | undefined {
	return and(
		eq(notificationOutbox.id, id),
		isNull(notificationOutbox.delivered_at),
		sql`${notificationOutbox.reached} is ${reached}`,
	);
}

/** One row a member, the columns in the table's own order. */
function rowsOf(
	{ type, title, message, data }: Notice,
	to: readonly Told[],
	timestamp: string,
	condition: SQL,
): SQL {
	const pairs = JSON.stringify(to.map(({ id, member_id }) => [id, member_id]));
	const said = sql`${type}, ${storedText(title)}, ${storedText(message)}, ${timestamp}, 0, ${storedText(JSON.stringify(data))}, null`;
	return sql`select json_extract(value, '$[0]'), ${members.id}, ${said} from json_each(${pairs}) inner join ${members} on ${members.id} = json_extract(value, '$[1]') where ${condition}`;
}
