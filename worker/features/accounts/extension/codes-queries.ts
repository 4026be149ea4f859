import { and, eq, sql } from "drizzle-orm";
import { User } from "#contract/account.ts";
import type { Db } from "#db/client.ts";
import { extensionCodes, members, sessions, USER_COLUMNS } from "#db/tables/members.ts";

/** Codes last a minute, in which a person allows the extension in few browsers. */
const MAX_CODES = 3;

/** Stores the code, and deletes the member's oldest beyond MAX_CODES. */
export async function insertCode(db: Db, code: typeof extensionCodes.$inferInsert): Promise<void> {
	const { code_hash, member_id, expires_at } = extensionCodes;
	const own = eq(member_id, code.member_id);
	const newest = sql`select ${code_hash} from ${extensionCodes} where ${own} order by ${code_hash} = ${code.code_hash} desc, ${expires_at} desc limit ${MAX_CODES}`;
	await db.batch([
		db.insert(extensionCodes).values(code),
		db.delete(extensionCodes).where(and(own, sql`${code_hash} not in (${newest})`)),
	]);
}

/**
 * Deletes the code; returns what it was made for to the first who comes with it. null if there is
 * none, or if the session in which it was made has ended.
 */
export async function takeCode(db: Db, code_hash: string) {
	const [taken] = await db
		.delete(extensionCodes)
		.where(eq(extensionCodes.code_hash, code_hash))
		.returning();
	if (!taken) return null;
	const [owner] = await db
		.select(USER_COLUMNS)
		.from(sessions)
		.innerJoin(members, eq(members.id, sessions.member_id))
		.where(eq(sessions.token_hash, taken.session_hash));
	return owner ? { ...taken, user: User.parse(owner) } : null;
}
