import { and, eq, sql } from "drizzle-orm";
import { User } from "#contract/account.ts";
import type { MemberId } from "#contract/ids.ts";
import type { Me } from "#contract/me.ts";
import type { Db } from "./open-db.ts";
import { creators } from "./schema/creators.ts";
import { members, sessions } from "./schema/members.ts";
import { storedText } from "./stored-text.ts";

/** The member's own account; who is an admin is the operator's word, not stored. */
export type StoredAccount = Omit<Me, "is_admin"> & {
	password_hash: string | null;
};

export type AccountEdit = {
	full_name?: string | undefined;
	avatar_url?: string | null | undefined;
	hidden_from_community?: boolean | undefined;
	/** Set only where the stored hash is still `expected`. */
	password?: { hash: string; expected: string | null } | undefined;
};

/** null once the account is deleted. */
export async function readAccount(
	db: Db,
	member_id: MemberId,
): Promise<StoredAccount | null> {
	const { channel_id, channel_name } = creators;
	const [[row], channels] = await Promise.all([
		db.select().from(members).where(eq(members.id, member_id)),
		db
			.select({ channel_id, channel_name })
			.from(creators)
			.where(and(eq(creators.user_id, member_id), eq(creators.verified, true)))
			.orderBy(channel_name),
	]);
	if (!row) return null;
	return {
		...User.parse(row),
		email_confirmed: row.email_confirmed_at !== null,
		has_password: row.password_hash !== null,
		hidden_from_community: row.hidden_from_community,
		channels,
		password_hash: row.password_hash,
	};
}

/**
 * A new password ends every session but `session_hash`, in the same batch.
 * false, and nothing changed, where the password was changed meanwhile.
 */
export async function editAccount(
	db: Db,
	member_id: MemberId,
	edit: AccountEdit,
	session_hash: string | null,
): Promise<boolean> {
	const { full_name, avatar_url, hidden_from_community, password } = edit;
	const member = eq(members.id, member_id);
	const [changed] = await db.batch([
		db
			.update(members)
			.set({
				id: member_id,
				...(full_name !== undefined && { full_name: storedText(full_name) }),
				...(avatar_url !== undefined && { avatar_url }),
				...(hidden_from_community !== undefined && { hidden_from_community }),
				...(password && { password_hash: password.hash }),
			})
			.where(
				password
					? and(member, sql`${members.password_hash} is ${password.expected}`)
					: member,
			)
			.returning({ id: members.id }),
		db
			.delete(sessions)
			.where(
				and(
					eq(sessions.member_id, member_id),
					sql`${sessions.token_hash} <> ${session_hash ?? ""}`,
					password
						? sql`exists (select 1 from ${members} where ${member} and ${members.password_hash} = ${password.hash})`
						: sql`false`,
				),
			),
	]);
	return changed.length > 0;
}
