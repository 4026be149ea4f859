import { and, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { creators } from "#db/tables/channels.ts";
import { members } from "#db/tables/members.ts";
import { emailKeys } from "#text/email-address.ts";

/** What decides how a member is shown; the address and its confirmation never leave the worker. */
export const ROLE_COLUMNS = {
	email: members.email,
	email_confirmed_at: members.email_confirmed_at,
	owns_channel:
		sql<number>`exists (select 1 from ${creators} where ${creators.user_id} = ${members.id} and ${creators.verified} = 1)`.as(
			"owns_channel",
		) as SQL.Aliased<number>,
};

/** The names of the members at the listed addresses, if these are confirmed. */
export async function readAdminNames(db: Db, admin_emails: readonly string[]): Promise<string[]> {
	if (admin_emails.length === 0) return [];
	const keys = JSON.stringify(admin_emails.flatMap(emailKeys));
	const rows = await db
		.select({ full_name: members.full_name })
		.from(members)
		.where(
			and(
				inArray(members.email_key, sql`(select value from json_each(${keys}))`),
				isNotNull(members.email_confirmed_at),
			),
		);
	return rows.map(({ full_name }) => full_name);
}
