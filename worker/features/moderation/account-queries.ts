import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { members } from "#db/tables/members.ts";
import { endAccess, endLinks } from "#features/accounts/end-access.ts";
import { insertAdminDecision } from "#features/audit/queries.ts";
import { insertOutboxMessage } from "#features/notifications/messages.ts";
import {
	deleteTakedown,
	findTakedown,
	insertTakedown,
	isTakenDown,
} from "#features/takedowns/queries.ts";
import type { Changed, Decision } from "./decision.ts";

/**
 * Closes an account: its sessions, keys, feeds and links end, and no sign-in opens another. Or opens
 * it again. null if there is no such account.
 */
export async function changeAccount(
	db: Db,
	id: string,
	decision: Decision,
): Promise<Changed | null> {
	const { hide, admin_id, audit_reason, cause, now } = decision;
	const own = eq(members.id, id);
	const [row] = await db.select({ full_name: members.full_name }).from(members).where(own);
	if (!row) return null;
	const taken = await findTakedown(db, "member", id);
	if ((taken !== null) === (hide !== null)) return { video_id: null, changed: false };
	const is_closed = isTakenDown("member", id);
	const changes = hide ? sql`not ${is_closed}` : is_closed;
	const payload = {
		subject: "member",
		video_id: null,
		label: "",
		reason: hide?.reason ?? null,
		sentence: hide?.sentence ?? "",
	};
	await db.batch([
		insertAdminDecision(
			db,
			{
				admin_id,
				action: hide ? "account_closed" : "account_reopened",
				subject_id: id,
				subject_label: row.full_name,
				reason: audit_reason,
				decided_at: now,
			},
			changes,
		),
		insertOutboxMessage(db, { cause, kind: "taken_down", member_id: id, payload, now }, changes),
		db
			.update(members)
			.set({ closed_at: hide ? now : null })
			.where(own),
		...(hide
			? [
					...Object.values(endAccess(db, sql`${id}`)),
					endLinks(db, sql`${id}`),
					insertTakedown(
						db,
						{
							kind: "member",
							subject_id: id,
							video_id: null,
							label: row.full_name,
							...hide,
							hidden_at: now,
							hidden_by: admin_id,
						},
						sql`true`,
					),
				]
			: [deleteTakedown(db, { kind: "member", subject_id: id }, sql`true`)]),
	]);
	return { video_id: null, changed: true };
}

/** The confirmed address of an account; null without one. */
export async function findAddress(db: Db, id: string): Promise<string | null> {
	const { email, email_confirmed_at } = members;
	const [row] = await db
		.select({ email })
		.from(members)
		.where(and(eq(members.id, id), isNotNull(email_confirmed_at)));
	return row?.email ?? null;
}
