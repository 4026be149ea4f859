import {
	and,
	eq,
	isNotNull,
	isNull,
	lt,
	lte,
	notExists,
	or,
	sql,
} from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { deleteSome } from "./delete-some.ts";
import type { Db } from "./open-db.ts";
import { claims, responses } from "./schema/creators.ts";
import {
	apiKeys,
	authTokens,
	members,
	oauthIdentities,
	sessions,
} from "./schema/members.ts";
import {
	newsletterSubscribers,
	notificationOutbox,
} from "./schema/notifications.ts";
import { requestedAnalyses } from "./schema/requested-analyses.ts";
import { publications } from "./schema/runs.ts";
import { votes } from "./schema/statements.ts";
import { MAX_IDLE_MS } from "./store-sessions.ts";

/** Sessions that nobody can use any more: expired, or idle for too long. */
export function forgetSessions(db: Db, now: string): Promise<void> {
	const idle_since = new Date(Date.parse(now) - MAX_IDLE_MS).toISOString();
	const { expires_at, last_seen_at } = sessions;
	return deleteSome(
		db,
		sessions,
		or(lte(expires_at, now), lt(last_seen_at, idle_since)),
	);
}

/** Links from mails that have run out, used or not. */
export function forgetTokens(db: Db, now: string): Promise<void> {
	return deleteSome(db, authTokens, lte(authTokens.expires_at, now));
}

/** Addresses that nobody confirmed for the newsletter. */
export function forgetSubscribers(db: Db, before: string): Promise<void> {
	const { confirmed_at, created_at } = newsletterSubscribers;
	return deleteSome(
		db,
		newsletterSubscribers,
		and(isNull(confirmed_at), lt(created_at, before)),
	);
}

/** Messages that have become notifications. */
export function forgetDelivered(db: Db, before: string): Promise<void> {
	const { delivered_at } = notificationOutbox;
	return deleteSome(
		db,
		notificationOutbox,
		and(isNotNull(delivered_at), lt(delivered_at, before)),
	);
}

/** What shows that somebody has used an account. */
const TRACES: [SQLiteTable, SQLiteColumn][] = [
	[sessions, sessions.member_id],
	[authTokens, authTokens.member_id],
	[oauthIdentities, oauthIdentities.member_id],
	[apiKeys, apiKeys.member_id],
	[votes, votes.user_id],
	[claims, claims.user_id],
	[responses, responses.member_id],
	[requestedAnalyses, requestedAnalyses.member_id],
	[publications, publications.started_by],
];

/** Accounts whose address was never confirmed, and which nobody has ever used. */
export function forgetUnconfirmed(db: Db, before: string): Promise<void> {
	const unused = TRACES.map(([table, owner]) =>
		notExists(
			db.select({ one: sql`1` }).from(table).where(eq(owner, members.id)),
		),
	);
	const { email_confirmed_at, created_at } = members;
	return deleteSome(
		db,
		members,
		and(isNull(email_confirmed_at), lt(created_at, before), ...unused),
	);
}
