import { eq, inArray, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { union } from "drizzle-orm/sqlite-core";
import type { MemberId } from "#contract/ids.ts";
import type { Db } from "#db/client.ts";
import { members } from "#db/tables/members.ts";
import { newsletterSubscribers } from "#db/tables/notifications.ts";
import { emailKey, emailKeys } from "#text/email-address.ts";
import type { CountedMember } from "./quota.ts";

/** SQL condition: the member has this address, in whatever form a browser sends it. */
export function hasAddress(email: string): SQL {
	const [typed, ...others] = emailKeys(email);
	const { email_key } = members;
	if (others.length === 0) return eq(email_key, typed);
	const keys = JSON.stringify([typed, ...others]);
	return sql`${email_key} = (select stored.email_key from members as stored where stored.email_key in (select value from json_each(${keys})) order by stored.email_key <> ${typed} limit 1)`;
}

/**
 * The key under which an address is stored, or is to be: that of the member or subscriber who has it
 * in another form, else the usual one. A form that `first` has is preferred to the other's.
 */
export async function addressKey(
	db: Db,
	email: string,
	first: "members" | "subscribers" = "members",
): Promise<string> {
	const keys = emailKeys(email);
	if (keys.length === 1) return keys[0];
	const of = (table: typeof first) => sql<string>`${table}`.as("of");
	const stored = await union(
		db
			.select({ key: members.email_key, of: of("members") })
			.from(members)
			.where(inArray(members.email_key, keys)),
		db
			.select({ key: newsletterSubscribers.email_key, of: of("subscribers") })
			.from(newsletterSubscribers)
			.where(inArray(newsletterSubscribers.email_key, keys)),
	);
	const isStored = (key: string) => stored.some((it) => it.key === key);
	const isFirst = (key: string) => stored.some((it) => it.key === key && it.of === first);
	return keys.find(isFirst) ?? keys.find(isStored) ?? emailKey(email);
}

const { email_key: KEY } = members;
/** As the index `members_by_mailbox` has them. */
const GMAIL_NAME = sql`replace(substr(${KEY}, 1, min(instr(${KEY}, '@'), instr(${KEY} || '+', '+')) - 1), '.', '')`;
const HAS_GMAIL = sql`substr(${KEY}, instr(${KEY}, '@')) in ('@gmail.com', '@googlemail.com')`;

/** SQL condition: the member's address reaches this mailbox, as `sharedMailbox` names it. */
export function reachesMailbox(mailbox: SQLWrapper): SQL {
	return sql`${HAS_GMAIL} and ${GMAIL_NAME} = substr(${mailbox}, 1, instr(${mailbox}, '@') - 1)`;
}

/** The member as limits count them; null if the account was deleted. */
export async function readCountedMember(db: Db, member_id: string): Promise<CountedMember | null> {
	const { id, email } = members;
	const [row] = await db.select({ id, email }).from(members).where(eq(id, member_id));
	return row ? { ...row, id: row.id as MemberId } : null;
}
