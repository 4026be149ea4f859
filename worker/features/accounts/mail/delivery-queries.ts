import { and, desc, eq, lt, type SQL, sql } from "drizzle-orm";
import { FailedEmail, type MailFault } from "#contract/deliveries.ts";
import type { Db } from "#db/client.ts";
import { failedEmails } from "#db/tables/failed-emails.ts";
import { authTokens, knownBrowsers, members, sessions } from "#db/tables/members.ts";
import { hasAddress } from "#identity/address-queries.ts";
import { newId } from "#identity/tokens.ts";
import { storedText } from "#text/clean.ts";

/** Longer than a mail server's replies. */
const MAX_REPLY_CHARS = 300;

export async function storeFailedEmail(
	db: Db,
	failed: Omit<typeof failedEmails.$inferInsert, "id">,
): Promise<void> {
	const reply = storedText(failed.reply.slice(0, MAX_REPLY_CHARS));
	await db.insert(failedEmails).values({ ...failed, reply, id: newId() });
}

/** Who is at fault if the email of this delivery failed; null if it is not known to have failed. */
export async function findFault(db: Db, delivery_hash: string): Promise<MailFault | null> {
	const [failed] = await db
		.select({ fault: failedEmails.fault })
		.from(failedEmails)
		.where(eq(failedEmails.delivery_hash, delivery_hash))
		.limit(1);
	return failed?.fault ?? null;
}

/** The latest failed emails. */
export async function listFailedEmails(db: Db, limit: number): Promise<FailedEmail[]> {
	const { failed_at, domain, subject, fault, reply } = failedEmails;
	const rows = await db
		.select({ failed_at, domain, subject, fault, reply })
		.from(failedEmails)
		.orderBy(desc(failed_at))
		.limit(limit);
	return rows.map((row) => FailedEmail.parse(row));
}

export async function forgetFailedEmails(db: Db, before: string): Promise<void> {
	await db.delete(failedEmails).where(lt(failedEmails.failed_at, before));
}

/** What a browser has of an account, hashed; null for what it lacks. */
export type BrowserProof = {
	session_hash: string | null;
	known_browser: string | null;
	sign_up_hash: string | null;
};

/** Whether the browser has signed in to the account with this address, or signed up with it. */
export async function knowsAccount(
	db: Db,
	email: string,
	{ session_hash, known_browser, sign_up_hash }: BrowserProof,
): Promise<boolean> {
	const own = (table: SQL) => sql`exists (select 1 from ${table})`;
	const [found] = await db
		.select({ id: members.id })
		.from(members)
		.where(
			and(
				hasAddress(email),
				sql`(${own(sql`${sessions} where ${eq(sessions.token_hash, session_hash ?? "")} and ${eq(sessions.member_id, members.id)}`)} or ${own(sql`${knownBrowsers} where ${eq(knownBrowsers.token_hash, known_browser ?? "")} and ${eq(knownBrowsers.member_id, members.id)}`)} or ${own(sql`${authTokens} where ${eq(authTokens.browser_hash, sign_up_hash ?? "")} and ${eq(authTokens.member_id, members.id)}`)})`,
			),
		)
		.limit(1);
	return found !== undefined;
}
