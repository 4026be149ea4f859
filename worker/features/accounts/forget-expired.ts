import { and, eq, isNotNull, isNull, lt, lte, notExists, or, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { deleteSome } from "#db/batch.ts";
import type { Db } from "#db/client.ts";
import { claims, responses } from "#db/tables/channels.ts";
import { follows } from "#db/tables/follows.ts";
import {
	apiKeys,
	authTokens,
	extensionCodes,
	knownBrowsers,
	members,
	oauthIdentities,
	sessions,
} from "#db/tables/members.ts";
import { newsletterSubscribers, notificationOutbox } from "#db/tables/notifications.ts";
import { requestedAnalyses } from "#db/tables/requests.ts";
import { publications } from "#db/tables/runs.ts";
import { votes } from "#db/tables/statements.ts";
import { KNOWN_BROWSER_MAX_AGE_S } from "#identity/session-cookie.ts";
import { MAX_IDLE_MS } from "#identity/sessions.ts";
import type { Context } from "#worker/context.ts";
import { forgetFailedEmails } from "./mail/delivery-queries.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * After a month without confirmation the person has to sign up, or subscribe to the newsletter,
 * again. An account's link is valid for a day; the newsletter's as long as its row.
 */
const UNCONFIRMED_KEPT_MS = 30 * DAY_MS;
/** Long enough to investigate why someone got no notification or email. */
const DELIVERED_KEPT_MS = 30 * DAY_MS;
/** Long enough for a member to find out which program's key has expired. */
const EXPIRED_KEY_KEPT_MS = 30 * DAY_MS;
/** Searching unconfirmed accounts is the most expensive part, so it runs once an hour. */
const ACCOUNTS_AT_MINUTE = 17;

/** Deletes expired rows, a limited number of each kind. The next sweep deletes the rest. */
export async function forgetExpired(
	{ db: { primary }, settings }: Context,
	at: Date,
): Promise<void> {
	const before = (age_ms: number) => new Date(at.getTime() - age_ms).toISOString();
	await forgetSessions(primary, before(0));
	await forgetTokens(primary, before(0));
	await forgetExtensionCodes(primary, before(0));
	await forgetBrowsers(primary, before(KNOWN_BROWSER_MAX_AGE_S * 1_000));
	await forgetKeys(primary, before(EXPIRED_KEY_KEPT_MS));
	await forgetSubscribers(primary, before(UNCONFIRMED_KEPT_MS));
	await forgetDelivered(primary, before(DELIVERED_KEPT_MS));
	await forgetFailedEmails(primary, before(DELIVERED_KEPT_MS));
	// Without mail nobody can confirm an address, so unconfirmed accounts may be in use.
	const confirms_by_mail = settings.SMTP_URL !== undefined;
	if (confirms_by_mail && at.getUTCMinutes() === ACCOUNTS_AT_MINUTE)
		await forgetUnconfirmed(primary, before(UNCONFIRMED_KEPT_MS));
}

/** Deletes sessions that have expired or were idle for too long. */
export function forgetSessions(db: Db, now: string): Promise<void> {
	const idle_since = new Date(Date.parse(now) - MAX_IDLE_MS).toISOString();
	const { expires_at, last_seen_at } = sessions;
	return deleteSome(db, sessions, or(lte(expires_at, now), lt(last_seen_at, idle_since)));
}

/** Deletes expired mail links, used or not. */
export function forgetTokens(db: Db, now: string): Promise<void> {
	return deleteSome(db, authTokens, lte(authTokens.expires_at, now));
}

/** Codes that no extension came for. */
function forgetExtensionCodes(db: Db, now: string): Promise<void> {
	return deleteSome(db, extensionCodes, lte(extensionCodes.expires_at, now));
}

/** Deletes known browsers whose cookie has expired. */
export function forgetBrowsers(db: Db, before: string): Promise<void> {
	return deleteSome(db, knownBrowsers, lt(knownBrowsers.last_used_at, before));
}

export function forgetKeys(db: Db, before: string): Promise<void> {
	return deleteSome(db, apiKeys, lt(apiKeys.expires_at, before));
}

/** Deletes newsletter subscriptions that were never confirmed. */
export function forgetSubscribers(db: Db, before: string): Promise<void> {
	const { confirmed_at, created_at } = newsletterSubscribers;
	return deleteSome(db, newsletterSubscribers, and(isNull(confirmed_at), lt(created_at, before)));
}

/** Deletes outbox messages that were delivered as notifications. */
export function forgetDelivered(db: Db, before: string): Promise<void> {
	const { delivered_at } = notificationOutbox;
	return deleteSome(db, notificationOutbox, and(isNotNull(delivered_at), lt(delivered_at, before)));
}

/** Tables whose rows show that an account is in use. */
const TRACES: [SQLiteTable, SQLiteColumn][] = [
	[sessions, sessions.member_id],
	[authTokens, authTokens.member_id],
	[oauthIdentities, oauthIdentities.member_id],
	[apiKeys, apiKeys.member_id],
	[votes, votes.user_id],
	[follows, follows.member_id],
	[claims, claims.user_id],
	[responses, responses.member_id],
	[requestedAnalyses, requestedAnalyses.member_id],
	[publications, publications.started_by],
];

/** Deletes accounts whose address was never confirmed and that were never used. */
export function forgetUnconfirmed(db: Db, before: string): Promise<void> {
	const unused = TRACES.map(([table, owner]) =>
		notExists(db.select({ one: sql`1` }).from(table).where(eq(owner, members.id))),
	);
	const { email_confirmed_at, created_at } = members;
	return deleteSome(
		db,
		members,
		and(isNull(email_confirmed_at), lt(created_at, before), ...unused),
	);
}
