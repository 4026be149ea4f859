import { and, eq, isNotNull, isNull, lt, sql } from "drizzle-orm";
import type { MemberId } from "#contract/ids.ts";
import {
	Notice,
	type NoticeReply,
	type NoticeRequest,
	ReviewNotice,
	type ReviewNotices,
} from "#contract/notices.ts";
import type { Db } from "#db/client.ts";
import { cutPage, decodePlace } from "#db/cursors.ts";
import { notices } from "#db/tables/notices.ts";
import { insertAdminDecision } from "#features/audit/queries.ts";
import { insertReviewMessage } from "#features/notifications/messages.ts";
import { storedText } from "#text/clean.ts";

type Row = typeof notices.$inferSelect;

/** Stores the notice, and notifies the admins. */
export async function insertNotice(
	db: Db,
	notice: Omit<NoticeRequest, "url"> & { number: string; path: string; now: string },
): Promise<void> {
	const { number, kind, path, text, email, now } = notice;
	await db.batch([
		db
			.insert(notices)
			.values({
				number,
				kind,
				path,
				text: storedText(text),
				email: email ? storedText(email) : null,
				sent_at: now,
			}),
		// The number is no part of the message, which is kept longer than the notice is secret.
		insertReviewMessage(
			db,
			{ cause: `notice:${number.slice(0, 8)}`, what: "notice", about: path, now },
			sql`true`,
		),
	]);
}

export async function findNotice(db: Db, number: string): Promise<Notice | null> {
	const [row] = await db.select().from(notices).where(eq(notices.number, number));
	return row ? toNotice(row) : null;
}

/** One page for admins, newest first. */
export async function listNotices(
	db: Db,
	{ waiting, cursor, limit }: { waiting: boolean; cursor: string | null; limit: number },
): Promise<ReviewNotices | "bad_cursor"> {
	const after = cursor === null ? null : decodePlace(cursor);
	if (cursor !== null && after === null) return "bad_cursor";
	const { sent_at, number, answered_at } = notices;
	const rows = await db
		.select()
		.from(notices)
		.where(
			and(
				waiting ? isNull(answered_at) : isNotNull(answered_at),
				after ? sql`(${sent_at}, ${number}) < (${after.at}, ${after.key})` : undefined,
			),
		)
		.orderBy(sql`${sent_at} desc, ${number} desc`)
		.limit(limit + 1);
	const { page, next_cursor } = cutPage(rows, limit, (row) => ({
		at: row.sent_at,
		key: row.number,
	}));
	return { notices: page.map(toReview), next_cursor };
}

/** Stores the answer, which replaces an earlier one; null if there is no such notice. */
export async function answerNotice(
	db: Db,
	{ number, outcome, text, admin_id, now }: NoticeReply & { admin_id: MemberId; now: string },
): Promise<ReviewNotice | null> {
	const own = eq(notices.number, number);
	await db.batch([
		db
			.update(notices)
			.set({ outcome, answer: storedText(text), answered_at: now })
			.where(own),
		insertAdminDecision(
			db,
			{
				admin_id,
				action: "notice_answered",
				// Without the number, which opens the notice.
				subject_id: "",
				subject_label: sql`(select ${notices.path} from ${notices} where ${own})`,
				reason: `${outcome}: ${text}`,
				decided_at: now,
			},
			sql`exists (select 1 from ${notices} where ${own})`,
		),
	]);
	const [row] = await db.select().from(notices).where(own);
	return row ? toReview(row) : null;
}

/** Deletes the addresses of notices that were answered before `before`. */
export async function forgetAddresses(db: Db, before: string): Promise<void> {
	await db
		.update(notices)
		.set({ email: null })
		.where(and(isNotNull(notices.email), lt(notices.answered_at, before)));
}

function toNotice({ answer, outcome, answered_at, ...row }: Row): Notice {
	return Notice.parse({
		...row,
		answer: answered_at === null ? null : { outcome, text: answer, answered_at },
	});
}

function toReview(row: Row): ReviewNotice {
	return ReviewNotice.parse({ ...toNotice(row), email: row.email });
}
