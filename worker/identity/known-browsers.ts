import { and, eq, sql } from "drizzle-orm";
import type { MemberId } from "#contract/ids.ts";
import { runBatch } from "#db/batch.ts";
import type { Db } from "#db/client.ts";
import { knownBrowsers, members } from "#db/tables/members.ts";
import { hasAddress } from "./address-queries.ts";

/**
 * More than any member uses. Without a limit, programs that sign in without keeping cookies would
 * add rows forever.
 */
const MAX_BROWSERS = 20;

/** Whether the account's member has signed in with this browser before. */
export async function isKnownBrowser(
	db: Db,
	browser_hash: string,
	account: { email: string } | { member_id: MemberId },
): Promise<boolean> {
	const rows = await db
		.select({ id: members.id })
		.from(knownBrowsers)
		.innerJoin(members, eq(members.id, knownBrowsers.member_id))
		.where(
			and(
				eq(knownBrowsers.token_hash, browser_hash),
				"email" in account ? hasAddress(account.email) : eq(members.id, account.member_id),
			),
		);
	return rows.length > 0;
}

/**
 * Remembers that the member has signed in with this browser. The new token replaces the browser's
 * earlier one for all of its accounts, so that a planted or copied token becomes worthless.
 * Returns whether the browser was already known to the account (`known`) and whether it is the
 * account's first (`first`).
 */
export async function rememberBrowser(
	db: Db,
	browser: {
		member_id: MemberId;
		/** The hash of the token that the browser sent. */
		previous_hash: string | null;
		token_hash: string;
		now: string;
	},
): Promise<{ known: boolean; first: boolean }> {
	const { member_id, previous_hash, token_hash, now } = browser;
	const own = eq(knownBrowsers.member_id, member_id);
	const previous = eq(knownBrowsers.token_hash, previous_hash ?? "");
	const newest = sql`select ${knownBrowsers.token_hash} from ${knownBrowsers} where ${own} order by ${knownBrowsers.last_used_at} desc limit ${MAX_BROWSERS}`;
	const { earlier } = await runBatch(db, {
		earlier: db.select({ token_hash: knownBrowsers.token_hash }).from(knownBrowsers).where(own),
		replaced: db.update(knownBrowsers).set({ token_hash }).where(previous),
		remembered: db
			.insert(knownBrowsers)
			.values({ token_hash, member_id, created_at: now, last_used_at: now })
			.onConflictDoUpdate({
				target: [knownBrowsers.token_hash, knownBrowsers.member_id],
				set: { last_used_at: now },
			}),
		forgotten: db
			.delete(knownBrowsers)
			.where(and(own, sql`${knownBrowsers.token_hash} not in (${newest})`)),
	});
	return {
		known: earlier.some((row) => row.token_hash === previous_hash),
		first: earlier.length === 0,
	};
}
