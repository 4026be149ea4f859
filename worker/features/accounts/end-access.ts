import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { apiKeys, authTokens, knownBrowsers, sessions } from "#db/tables/members.ts";
import { endFeed } from "#features/follows/follow-queries.ts";
import { deleteSecrets } from "#features/webhooks/queries.ts";

/**
 * Ends all access that was obtained with the member's earlier password: sessions, API keys, known
 * browsers and the webhook secret. For batches that set a password or prove who owns an account.
 * `owner` selects the member's id; if it selects no row, nothing is deleted.
 */
export function endAccess(db: Db, owner: SQL) {
	return {
		sessions: db.delete(sessions).where(sql`${sessions.member_id} = ${owner}`),
		browsers: db.delete(knownBrowsers).where(sql`${knownBrowsers.member_id} = ${owner}`),
		...endKeys(db, owner),
	};
}

/** Ends what the member's programs use: API keys, webhook secrets and the feed's address. */
export function endKeys(db: Db, owner: SQL) {
	return {
		keys: db.delete(apiKeys).where(sql`${apiKeys.member_id} = ${owner}`),
		secrets: deleteSecrets(db, owner),
		feed: endFeed(db, owner),
	};
}

/** Deletes the member's unused mail links except `kept`. */
export function endLinks(db: Db, owner: SQL, kept = "") {
	return db
		.delete(authTokens)
		.where(sql`${authTokens.member_id} = ${owner} and ${authTokens.hash} <> ${kept}`);
}
