import { eq } from "drizzle-orm";
import { User } from "#contract/account.ts";
import type { Db } from "#db/client.ts";
import { extensionCodes, members, sessions } from "#db/tables/members.ts";

export async function insertCode(
	db: Db,
	code: typeof extensionCodes.$inferInsert,
): Promise<void> {
	await db.insert(extensionCodes).values(code);
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
	const { id, email, full_name, avatar_url, created_at } = members;
	const [owner] = await db
		.select({ id, email, full_name, avatar_url, created_at })
		.from(sessions)
		.innerJoin(members, eq(members.id, sessions.member_id))
		.where(eq(sessions.token_hash, taken.session_hash));
	return owner ? { ...taken, user: User.parse(owner) } : null;
}
