import {
	and,
	desc,
	eq,
	gt,
	isNull,
	lt,
	lte,
	ne,
	or,
	type SQL,
	type SQLWrapper,
	sql,
} from "drizzle-orm";
import { User } from "#contract/account.ts";
import type { MemberId } from "#contract/ids.ts";
import type { SessionInfo } from "#contract/me.ts";
import { runBatch } from "#db/batch.ts";
import type { Db } from "#db/client.ts";
import { cutPage, decodePlace } from "#db/cursors.ts";
import { queryTemplate } from "#db/query-template.ts";
import { members, secondFactors, sessions, USER_COLUMNS } from "#db/tables/members.ts";
import { storedText } from "#text/clean.ts";

/** "Last seen" is shown in hours. A finer value would cost a write per request. */
const TOUCH_EVERY_MS = 60 * 60 * 1_000;
/** A session ends if it is not used for this long. */
export const MAX_IDLE_MS = 14 * 24 * 60 * 60 * 1_000;
/**
 * More than a person has browsers. Without a limit, a program that signs in on every use would
 * leave any number of sessions.
 */
export const MAX_SESSIONS = 20;
/** Longer than real user agents. The text is only shown to the member. */
const MAX_USER_AGENT_CHARS = 300;

export type NewSession = {
	token_hash: string;
	member_id: MemberId;
	created_at: string;
	expires_at: string;
	user_agent: string | null;
	/** When the member authenticated, if not just now; null if unknown. */
	proven_at?: string | null;
};

export type OpenSession = {
	user: User;
	email_confirmed: boolean;
	has_second_factor: boolean;
	/** When the member last authenticated; null if unknown. */
	proven_at: string | null;
	/** Whether the last use has to be stored. */
	touch_due: boolean;
};

/**
 * Opens a session and ends `previous`, the browser's earlier session. With `password_hash`, it
 * opens only if this is still the member's password, because a sign-in may have checked a
 * password that is being replaced. `ended` lists the members whose sessions ended.
 */
export async function createSession(
	db: Db,
	session: NewSession,
	{ previous = null, password_hash }: { previous?: string | null; password_hash?: string } = {},
): Promise<{ opened: boolean; ended: MemberId[] }> {
	const user_agent =
		session.user_agent && storedText(session.user_agent.slice(0, MAX_USER_AGENT_CHARS));
	const { token_hash, created_at, expires_at } = session;
	const { proven_at = created_at } = session;
	const owner = and(
		eq(members.id, session.member_id),
		isNull(members.closed_at),
		password_hash === undefined ? undefined : eq(members.password_hash, password_hash),
	);
	const { member_id } = sessions;
	const { replaced, opened, oldest } = await runBatch(db, {
		replaced: db
			.delete(sessions)
			.where(
				or(lte(sessions.expires_at, session.created_at), eq(sessions.token_hash, previous ?? "")),
			)
			.returning({ member_id }),
		opened: db
			.insert(sessions)
			.select(
				sql`select ${token_hash}, ${members.id}, ${created_at}, ${created_at}, ${expires_at}, ${user_agent}, ${proven_at} from ${members} where ${owner}`,
			)
			.returning({ token_hash: sessions.token_hash }),
		oldest: endOldest(db, session.member_id, token_hash),
	});
	const ended = [...replaced, ...oldest].map((row) => row.member_id as MemberId);
	return { opened: opened.length > 0, ended: [...new Set(ended)] };
}

/** Deletes the member's oldest sessions beyond MAX_SESSIONS, but never the new one. */
function endOldest(db: Db, member_id: MemberId, opened: string) {
	const own = eq(sessions.member_id, member_id);
	const newest = sql`select ${sessions.token_hash} from ${sessions} where ${own} order by ${sessions.token_hash} = ${opened} desc, ${sessions.created_at} desc limit ${MAX_SESSIONS}`;
	return db
		.delete(sessions)
		.where(and(own, sql`${sessions.token_hash} not in (${newest})`))
		.returning({ member_id: sessions.member_id });
}

const readByToken = queryTemplate(
	["token_hash", "now", "idle_since"],
	(db, { token_hash, now, idle_since }) =>
		db
			.select({
				...USER_COLUMNS,
				email_confirmed_at: members.email_confirmed_at,
				last_seen_at: sessions.last_seen_at,
				factor_since: secondFactors.confirmed_at,
				proven_at: sessions.proven_at,
			})
			.from(sessions)
			.innerJoin(members, eq(members.id, sessions.member_id))
			.leftJoin(secondFactors, eq(secondFactors.member_id, members.id))
			.where(and(eq(sessions.token_hash, token_hash), isOpen(now, idle_since))),
);

/** null if the token is unknown, or if its session has expired or was idle for too long. */
export async function readSession(
	db: Db,
	token_hash: string,
	now: string,
): Promise<OpenSession | null> {
	const { found } = await runBatch(db, {
		found: readByToken(db, { token_hash, now, idle_since: idleSince(now) }),
	});
	const [row] = found;
	return row
		? {
				user: User.parse(row),
				email_confirmed: row.email_confirmed_at !== null,
				has_second_factor: row.factor_since !== null,
				proven_at: row.proven_at,
				touch_due: row.last_seen_at < before(now, TOUCH_EVERY_MS),
			}
		: null;
}

/**
 * One page of the member's open sessions, latest first. `cursor` is the `next_cursor` of the
 * previous page, null for the first page.
 */
export async function listSessions(
	db: Db,
	member_id: MemberId,
	options: { now: string; cursor: string | null; limit: number },
): Promise<
	{ sessions: Omit<SessionInfo, "current">[]; next_cursor: string | null } | "bad_cursor"
> {
	const { now, cursor, limit } = options;
	const after = cursor === null ? null : decodePlace(cursor);
	if (cursor !== null && after === null) return "bad_cursor";
	const { token_hash, created_at, last_seen_at, user_agent } = sessions;
	const rows = await db
		.select({ id: token_hash, created_at, last_seen_at, user_agent })
		.from(sessions)
		.where(
			and(
				eq(sessions.member_id, member_id),
				isOpen(now, idleSince(now)),
				after ? sql`(${created_at}, ${token_hash}) < (${after.at}, ${after.key})` : undefined,
			),
		)
		.orderBy(desc(created_at), desc(token_hash))
		.limit(limit + 1);
	const { page, next_cursor } = cutPage(rows, limit, (row) => ({
		at: row.created_at,
		key: row.id,
	}));
	return { sessions: page, next_cursor };
}

/** The hashes of the member's open sessions; for batches. */
export function openSessions(db: Db, member_id: MemberId, now: string) {
	return db
		.select({ hash: sessions.token_hash })
		.from(sessions)
		.where(and(eq(sessions.member_id, member_id), isOpen(now, idleSince(now))));
}

export async function deleteSession(db: Db, token_hash: string): Promise<void> {
	await db.delete(sessions).where(eq(sessions.token_hash, token_hash));
}

/** Deletes the member's session; false if there is none. */
export async function deleteOwnSession(
	db: Db,
	member_id: MemberId,
	token_hash: string,
): Promise<boolean> {
	const ended = await db
		.delete(sessions)
		.where(and(eq(sessions.member_id, member_id), eq(sessions.token_hash, token_hash)))
		.returning({ id: sessions.token_hash });
	return ended.length > 0;
}

/** Deletes the member's sessions except `kept`; null deletes all. */
export async function deleteSessions(
	db: Db,
	member_id: MemberId,
	kept: string | null,
): Promise<void> {
	await db
		.delete(sessions)
		.where(and(eq(sessions.member_id, member_id), ne(sessions.token_hash, kept ?? "")));
}

/** Stores the time of use, at most once an hour. */
export async function touchSession(db: Db, token_hash: string, now: string): Promise<void> {
	await db
		.update(sessions)
		.set({ last_seen_at: now })
		.where(
			and(
				eq(sessions.token_hash, token_hash),
				lt(sessions.last_seen_at, before(now, TOUCH_EVERY_MS)),
			),
		);
}

/** The condition that a member's session is open; for batches that act for the member. */
export function isOpenSession(at: {
	credential: SQLWrapper;
	member_id: SQLWrapper;
	now: SQLWrapper;
	idle_since: SQLWrapper;
}): SQL {
	return sql`exists (select 1 from ${sessions} where ${sessions.token_hash} = ${at.credential} and ${sessions.member_id} = ${at.member_id} and ${isOpen(at.now, at.idle_since)})`;
}

function isOpen(now: string | SQLWrapper, idle_since: string | SQLWrapper) {
	return and(gt(sessions.expires_at, now), gt(sessions.last_seen_at, idle_since));
}

/** A session that was last used before this has ended. */
export const idleSince = (now: string) => before(now, MAX_IDLE_MS);

function before(now: string, ms: number): string {
	return new Date(Date.parse(now) - ms).toISOString();
}
