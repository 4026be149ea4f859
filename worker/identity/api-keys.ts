import { and, desc, eq, gt, isNull, lt, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { User } from "#contract/account.ts";
import type { MemberId } from "#contract/ids.ts";
import type { ApiKey, KeyScope } from "#contract/me.ts";
import type { Db } from "#db/client.ts";
import { apiKeys, members, sessions, USER_COLUMNS } from "#db/tables/members.ts";
import { storedText } from "#text/clean.ts";

/** "Last used" is shown in hours. A finer value would cost a write per request. */
const TOUCH_EVERY_MS = 60 * 60 * 1_000;

export type NewKey = {
	id: string;
	member_id: MemberId;
	name: string;
	key_hash: string;
	prefix: string;
	created_at: string;
	scopes: KeyScope[];
	expires_at: string | null;
	/** The session in which the key is created. */
	session_hash: string;
};

export type KeyOwner = {
	id: string;
	user: User;
	scopes: KeyScope[];
	expires_at: string | null;
	/** Whether the last use has to be stored. */
	touch_due: boolean;
};

/**
 * Creates a key. Returns false and stores nothing if the member has `limit` keys, or if the
 * session has ended in the meantime: ending all sessions must not miss a new key.
 */
export async function createKey(db: Db, key: NewKey, limit: number): Promise<boolean> {
	const held = sql`(select count(*) from ${apiKeys} where ${apiKeys.member_id} = ${key.member_id})`;
	const open = sql`exists (select 1 from ${sessions} where ${sessions.token_hash} = ${key.session_hash} and ${sessions.member_id} = ${key.member_id})`;
	const made = await db
		.insert(apiKeys)
		.select(
			sql`select ${key.id}, ${key.member_id}, ${storedText(key.name)}, ${key.key_hash}, ${key.created_at}, null, ${key.prefix}, ${JSON.stringify(key.scopes)}, ${key.expires_at} where ${held} < ${limit} and ${open}`,
		)
		.returning({ id: apiKeys.id });
	return made.length > 0;
}

export async function findKey(db: Db, key_hash: string, now: string): Promise<KeyOwner | null> {
	const [row] = await db
		.select({
			...USER_COLUMNS,
			key_id: apiKeys.id,
			last_used_at: apiKeys.last_used_at,
			scopes: apiKeys.scopes,
			expires_at: apiKeys.expires_at,
		})
		.from(apiKeys)
		.innerJoin(members, eq(members.id, apiKeys.member_id))
		.where(eq(apiKeys.key_hash, key_hash));
	return row
		? {
				id: row.key_id,
				user: User.parse(row),
				scopes: row.scopes,
				expires_at: row.expires_at,
				touch_due: (row.last_used_at ?? "") < hourBefore(now),
			}
		: null;
}

/** The member's keys, newest first. */
export async function listKeys(db: Db, member_id: MemberId): Promise<ApiKey[]> {
	const { id, name, prefix, created_at, last_used_at } = apiKeys;
	const { scopes, expires_at } = apiKeys;
	return db
		.select({ id, name, prefix, scopes, created_at, last_used_at, expires_at })
		.from(apiKeys)
		.where(eq(apiKeys.member_id, member_id))
		.orderBy(desc(created_at), id);
}

/** The hashes of the member's keys that have not expired; for batches. */
export function usableKeys(db: Db, member_id: MemberId, now: string) {
	const { expires_at } = apiKeys;
	return db
		.select({ hash: apiKeys.key_hash })
		.from(apiKeys)
		.where(and(eq(apiKeys.member_id, member_id), or(isNull(expires_at), gt(expires_at, now))));
}

/** The condition that a member's key may write; for batches that act for the member. */
export function mayWriteWithKey(at: {
	credential: SQLWrapper;
	member_id: SQLWrapper;
	now: SQLWrapper;
}): SQL {
	const unexpired = or(isNull(apiKeys.expires_at), gt(apiKeys.expires_at, at.now));
	return sql`exists (select 1 from ${apiKeys} where ${apiKeys.key_hash} = ${at.credential} and ${apiKeys.member_id} = ${at.member_id} and ${unexpired})`;
}

/** Deletes the member's key; false if there is none. */
export async function deleteKey(db: Db, member_id: MemberId, id: string): Promise<boolean> {
	const deleted = await db
		.delete(apiKeys)
		.where(and(eq(apiKeys.member_id, member_id), eq(apiKeys.id, id)))
		.returning({ id: apiKeys.id });
	return deleted.length > 0;
}

/** Deletes the key that a request carries; false if it carries none. */
export async function deleteKeyByHash(db: Db, key_hash: string): Promise<boolean> {
	const deleted = await db
		.delete(apiKeys)
		.where(eq(apiKeys.key_hash, key_hash))
		.returning({ id: apiKeys.id });
	return deleted.length > 0;
}

/** Stores the time of use, at most once an hour. */
export async function touchKey(db: Db, id: string, now: string): Promise<void> {
	const { last_used_at } = apiKeys;
	await db
		.update(apiKeys)
		.set({ last_used_at: now })
		.where(and(eq(apiKeys.id, id), or(isNull(last_used_at), lt(last_used_at, hourBefore(now)))));
}

function hourBefore(now: string): string {
	return new Date(Date.parse(now) - TOUCH_EVERY_MS).toISOString();
}
