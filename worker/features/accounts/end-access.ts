import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import {
	apiKeys,
	authTokens,
	knownBrowsers,
	sessions,
} from "#db/tables/members.ts";
import { deleteSecrets } from "#features/webhooks/queries.ts";

/**
 * Ends everything that the member's earlier password, or whoever knew it, can still be used
 * through: sessions, keys, known browsers, and the secret that webhooks are signed with. For
 * batches that set a password or prove an account's owner; `owner` selects the member's id, and
 * nothing ends if it selects none.
 */
export function endAccess(db: Db, owner: SQL) {
	return [
		db.delete(sessions).where(sql`${sessions.member_id} = ${owner}`),
		db.delete(knownBrowsers).where(sql`${knownBrowsers.member_id} = ${owner}`),
		...endKeys(db, owner),
	] as const;
}

/** What a member's programs have. */
export function endKeys(db: Db, owner: SQL) {
	return [
		db.delete(apiKeys).where(sql`${apiKeys.member_id} = ${owner}`),
		deleteSecrets(db, owner),
	] as const;
}

/** Links from mails that are still on their way, but for `kept`. */
export function endLinks(db: Db, owner: SQL, kept = "") {
	return db
		.delete(authTokens)
		.where(
			sql`${authTokens.member_id} = ${owner} and ${authTokens.hash} <> ${kept}`,
		);
}
