import { and, eq, isNull } from "drizzle-orm";
import { User } from "#contract/account.ts";
import type { MemberId } from "#contract/ids.ts";
import { excluded, runBatch } from "#db/batch.ts";
import type { Db } from "#db/client.ts";
import { uniqueViolation } from "#db/errors.ts";
import { members } from "#db/tables/members.ts";
import { emailKey, storedText } from "#text/stored-text.ts";
import { dropExpiredTokens, insertSignUpToken, type NewToken } from "./token-queries.ts";

export type NewMember = {
	id: MemberId;
	email: string;
	full_name: string;
	avatar_url: string | null;
	password_hash: string | null;
	email_confirmed_at: string | null;
	created_at: string;
};

export type MemberForSignIn = {
	user: User;
	password_hash: string | null;
	email_confirmed_at: string | null;
};

/** Returns "taken" if a member has this address, ignoring case. */
export async function createMember(db: Db, member: NewMember): Promise<User | "taken"> {
	const row = rowOf(member);
	try {
		await db.insert(members).values(row);
	} catch (error) {
		if (uniqueViolation(error) === "members.email_key") return "taken";
		throw error;
	}
	return User.parse(row);
}

/**
 * Stores a confirmation link with the name and password of this sign-up. A confirmed account
 * stays unchanged and gets no link. If an unconfirmed account is signed up again, the two
 * sign-ups may be by different people, so the account's password is removed and neither is
 * accepted. The database work is the same in each case, so that timing reveals nothing.
 */
export async function registerMember(
	db: Db,
	member: NewMember & { password_hash: string },
	token: Omit<NewToken, "email"> & { browser_hash: string },
): Promise<{ email: string; full_name: string; known: boolean }> {
	const row = { ...rowOf(member), password_hash: member.password_hash };
	const owner = eq(members.email_key, row.email_key);
	const unconfirmed = isNull(members.email_confirmed_at);
	const { email, full_name, email_confirmed_at } = members;
	const batch = await runBatch(db, {
		created: db
			.insert(members)
			.values(row)
			.onConflictDoUpdate({
				target: members.email_key,
				set: { ...excluded("email"), password_hash: null },
				setWhere: unconfirmed,
			}),
		expired: dropExpiredTokens(db, token.created_at),
		token: insertSignUpToken(db, token, row, and(owner, unconfirmed)),
		registered: db.select({ email, full_name, email_confirmed_at }).from(members).where(owner),
	});
	const [registered] = batch.registered;
	if (!registered) throw new Error("The member was not registered");
	const known = registered.email_confirmed_at !== null;
	const { full_name: name } = known ? registered : row;
	return { email: registered.email, full_name: name, known };
}

export async function findMemberForSignIn(db: Db, email: string): Promise<MemberForSignIn | null> {
	const [row] = await db
		.select()
		.from(members)
		.where(eq(members.email_key, emailKey(email)));
	if (!row) return null;
	const { password_hash, email_confirmed_at } = row;
	return { user: User.parse(row), password_hash, email_confirmed_at };
}

function rowOf(member: NewMember) {
	return {
		...member,
		email: storedText(member.email),
		email_key: emailKey(member.email),
		full_name: storedText(member.full_name),
	};
}
