import { and, eq, inArray, isNotNull, isNull, lt, lte, or, type SQL, sql } from "drizzle-orm";
import type { MemberId } from "#contract/ids.ts";
import type { Db } from "#db/client.ts";
import { followEventSubjects, followSettings, follows } from "#db/tables/follows.ts";
import { members } from "#db/tables/members.ts";
import type { View } from "#db/view.ts";

/** A member whose weekly email is due. */
export type DueMail = {
	member_id: string;
	email: string;
	/** Until when the last one told. */
	told_until: string;
	mail_token: string;
	has_news: boolean;
};

/**
 * For a batch: begins the weekly email with what happens from `now` on, or ends it. Asking for it
 * again changes nothing.
 */
export function setWeeklyMail(
	db: Db,
	member_id: MemberId,
	wanted: { now: string; token: string } | null,
) {
	const { told_until, mail_token } = followSettings;
	const row = { member_id, told_until: wanted?.now ?? null, mail_token: wanted?.token ?? null };
	return db
		.insert(followSettings)
		.values(row)
		.onConflictDoUpdate({
			target: followSettings.member_id,
			set: wanted
				? {
						told_until: sql`coalesce(${told_until}, excluded.told_until)`,
						mail_token: sql`coalesce(${mail_token}, excluded.mail_token)`,
					}
				: { told_until: null, mail_token: null },
		});
}

export async function wantsWeeklyMail(db: Db, member_id: MemberId): Promise<boolean> {
	const { told_until } = followSettings;
	const [row] = await db
		.select({ told_until })
		.from(followSettings)
		.where(and(eq(followSettings.member_id, member_id), isNotNull(told_until)));
	return row !== undefined;
}

/**
 * Ends the weekly email of the member who was sent this token; false if there is none. The token
 * stays, so that a second press gets the same answer.
 */
export async function leaveWeeklyMail(db: Db, token: string): Promise<boolean> {
	const left = await db
		.update(followSettings)
		.set({ told_until: null })
		.where(eq(followSettings.mail_token, token))
		.returning({ member_id: followSettings.member_id });
	return left.length > 0;
}

type Week = { week: string; until: string };

/**
 * Members with a confirmed address to whom nothing was told since `week` began; last those whose
 * email the mail server has put off, so that they never delay the others.
 */
export async function dueMails(
	db: Db,
	{ week, until, view, limit }: Week & { view: View; limit: number },
): Promise<DueMail[]> {
	const { member_id, told_until, mail_token, mail_due_at } = followSettings;
	const real = view.simulated ? sql`true` : sql`${followEventSubjects.simulated} = 0`;
	const news = sql`exists (select 1 from ${follows} inner join ${followEventSubjects} on ${followEventSubjects.kind} = ${follows.kind} and ${followEventSubjects.subject} = ${follows.subject} where ${follows.member_id} = ${member_id} and ${followEventSubjects.at} > ${told_until} and ${followEventSubjects.at} <= ${until} and ${real})`;
	const place = [sql`${mail_due_at} is not null`, told_until, member_id];
	// Chosen first, because whether there is news is worth asking only of those.
	const due = db
		.select({ member_id })
		.from(followSettings)
		.where(and(lt(told_until, week), or(isNull(mail_due_at), lte(mail_due_at, until))))
		.orderBy(...place)
		.limit(limit);
	const rows = await db
		.select({
			member_id,
			email: members.email,
			told_until,
			mail_token,
			has_news:
				sql<number>`${members.email_confirmed_at} is not null and ${members.closed_at} is null and ${news}`.as(
					"has_news",
				),
		})
		.from(followSettings)
		.innerJoin(members, eq(members.id, member_id))
		.where(inArray(member_id, due))
		.orderBy(...place);
	return rows.map((row) => ({
		...row,
		told_until: row.told_until ?? "",
		mail_token: row.mail_token ?? "",
		has_news: row.has_news === 1,
	}));
}

/** Records that these members have been told everything, because there was nothing. */
export async function skipMails(
	db: Db,
	member_ids: readonly string[],
	{ week, until }: Week,
): Promise<void> {
	await record(db, sql`(select value from json_each(${JSON.stringify(member_ids)}))`, week, until);
}

/** Records an email before it is sent; false if another run has recorded it, or the member left. */
export async function recordMail(
	db: Db,
	member_id: string,
	{ week, until }: Week,
): Promise<boolean> {
	return (await record(db, sql`(${member_id})`, week, until)).length > 0;
}

/** Takes back the record of an email that the mail server has put off; it is due again at `due_at`. */
export async function deferMail(
	db: Db,
	{ member_id, told_until }: DueMail,
	{ until, due_at }: { until: string; due_at: string },
): Promise<void> {
	const recorded = and(
		eq(followSettings.member_id, member_id),
		// A member who has left meanwhile gets none.
		eq(followSettings.told_until, until),
	);
	await db.update(followSettings).set({ told_until, mail_due_at: due_at }).where(recorded);
}

function record(db: Db, who: SQL, week: string, until: string) {
	const { member_id, told_until } = followSettings;
	return db
		.update(followSettings)
		.set({ told_until: until, mail_due_at: null })
		.where(and(sql`${member_id} in ${who}`, lt(told_until, week)))
		.returning({ member_id });
}
