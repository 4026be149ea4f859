import { eq } from "drizzle-orm";
import { User } from "#contract/account.ts";
import type { MemberId } from "#contract/ids.ts";
import { uniqueViolation } from "./errors.ts";
import type { Db } from "./open-db.ts";
import { members } from "./schema/members.ts";
import { storedText } from "./stored-text.ts";

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

/** "taken" where a member has that address, in whatever case. */
export async function createMember(
	db: Db,
	member: NewMember,
): Promise<User | "taken"> {
	const row = {
		...member,
		email: storedText(member.email),
		email_key: emailKey(member.email),
		full_name: storedText(member.full_name),
	};
	try {
		await db.insert(members).values(row);
	} catch (error) {
		if (uniqueViolation(error) === "members.email_key") return "taken";
		throw error;
	}
	return User.parse(row);
}

export async function findMemberForSignIn(
	db: Db,
	email: string,
): Promise<MemberForSignIn | null> {
	const [row] = await db
		.select()
		.from(members)
		.where(eq(members.email_key, emailKey(email)));
	if (!row) return null;
	const { password_hash, email_confirmed_at } = row;
	return { user: User.parse(row), password_hash, email_confirmed_at };
}

function emailKey(email: string): string {
	return storedText(email).trim().normalize("NFC").toLowerCase();
}
