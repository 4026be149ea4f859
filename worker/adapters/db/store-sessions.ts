import { and, eq, gt, lt } from "drizzle-orm";
import { User } from "#contract/account.ts";
import type { MemberId } from "#contract/ids.ts";
import type { Db } from "./open-db.ts";
import { members, sessions } from "./schema/members.ts";
import { storedText } from "./stored-text.ts";

/** "Last seen" is told to the hour; finer would cost a write a request. */
const TOUCH_EVERY_MS = 60 * 60 * 1_000;

export type NewSession = {
	token_hash: string;
	member_id: MemberId;
	created_at: string;
	expires_at: string;
	user_agent: string | null;
};

export async function createSession(
	db: Db,
	session: NewSession,
): Promise<void> {
	await db.insert(sessions).values({
		...session,
		user_agent: session.user_agent && storedText(session.user_agent),
		last_seen_at: session.created_at,
	});
}

/** Whose session it is; null for an unknown token and for an expired one. */
export async function readSession(
	db: Db,
	token_hash: string,
	now: string,
): Promise<User | null> {
	const { id, email, full_name, avatar_url, created_at } = members;
	const [row] = await db
		.select({ id, email, full_name, avatar_url, created_at })
		.from(sessions)
		.innerJoin(members, eq(members.id, sessions.member_id))
		.where(
			and(eq(sessions.token_hash, token_hash), gt(sessions.expires_at, now)),
		);
	return row ? User.parse(row) : null;
}

export async function deleteSession(db: Db, token_hash: string): Promise<void> {
	await db.delete(sessions).where(eq(sessions.token_hash, token_hash));
}

/** Notes that the session was used; writes at most once an hour. */
export async function touchSession(
	db: Db,
	token_hash: string,
	now: string,
): Promise<void> {
	const due = new Date(Date.parse(now) - TOUCH_EVERY_MS).toISOString();
	await db
		.update(sessions)
		.set({ last_seen_at: now })
		.where(
			and(eq(sessions.token_hash, token_hash), lt(sessions.last_seen_at, due)),
		);
}
