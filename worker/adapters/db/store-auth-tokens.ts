import { and, eq, gt, isNull, lte, type SQL, sql } from "drizzle-orm";
import { User } from "#contract/account.ts";
import { emailKey } from "./email-key.ts";
import type { Db } from "./open-db.ts";
import { apiKeys, authTokens, members, sessions } from "./schema/members.ts";

export type TokenPurpose = "confirm" | "reset";

export type NewToken = {
	hash: string;
	email: string;
	created_at: string;
	expires_at: string;
};

const UNBOUND = sql`null, null`;

export type Recipient = { email: string; full_name: string };

/** What a link puts into force. */
type Bound = { full_name: string; password_hash: string };

/**
 * Stores a link for an account that is not confirmed yet. With `keeps_password`
 * the link confirms the account's password too. null where no such account has
 * the address.
 */
export async function issueConfirmation(
	db: Db,
	token: NewToken & { keeps_password: boolean },
): Promise<Recipient | null> {
	const unconfirmed = sql`${members.email_confirmed_at} is null`;
	const bound = token.keeps_password
		? sql`${members.full_name}, ${members.password_hash}`
		: UNBOUND;
	return issue(db, "confirm", token, bound, unconfirmed);
}

/** null where no account has the address. */
export async function issueReset(
	db: Db,
	token: NewToken,
): Promise<Recipient | null> {
	return issue(db, "reset", token, UNBOUND, sql`true`);
}

async function issue(
	db: Db,
	purpose: TokenPurpose,
	token: NewToken,
	bound: SQL,
	condition: SQL,
): Promise<Recipient | null> {
	const owner = and(eq(members.email_key, emailKey(token.email)), condition);
	const { email, full_name } = members;
	const [, , [recipient]] = await db.batch([
		dropExpiredTokens(db, token.created_at),
		insertToken(db, purpose, token, bound, owner),
		db.select({ email, full_name }).from(members).where(owner),
	]);
	return recipient ?? null;
}

/** For batches that store a new one. */
export function dropExpiredTokens(db: Db, now: string) {
	return db.delete(authTokens).where(lte(authTokens.expires_at, now));
}

/** A link that puts into force what its own sign-up said; for batches. */
export function insertSignUpToken(
	db: Db,
	token: Omit<NewToken, "email">,
	{ full_name, password_hash }: Bound,
	owner: SQL | undefined,
) {
	const bound = sql`${full_name}, ${password_hash}`;
	return insertToken(db, "confirm", token, bound, owner);
}

function insertToken(
	db: Db,
	purpose: TokenPurpose,
	token: Omit<NewToken, "email">,
	bound: SQL,
	owner: SQL | undefined,
) {
	return db
		.insert(authTokens)
		.select(
			sql`select ${token.hash}, ${members.id}, ${purpose}, ${token.created_at}, ${token.expires_at}, null, ${bound} from ${members} where ${owner}`,
		);
}

/**
 * Uses the link up and confirms the address. What was there before the proof
 * goes: sessions always; API keys and a password that the link does not bring
 * along only where it was not opened in a session of the account itself.
 * Returns the member to the first who comes with the link, null to the others.
 */
export async function confirmAddress(
	db: Db,
	link: { hash: string; now: string; session_hash: string | null },
): Promise<User | null> {
	const owner = ownerOf(link.hash, "confirm", link.now);
	const own = sql`exists (select 1 from ${sessions} where ${sessions.token_hash} = ${link.session_hash ?? ""} and ${sessions.member_id} = ${owner})`;
	const bound = (column: SQL) =>
		sql`(select ${column} from ${authTokens} where ${authTokens.hash} = ${link.hash})`;
	const name = bound(sql`${authTokens.full_name}`);
	const password = bound(sql`${authTokens.password_hash}`);
	const [, , , , consumed, [member]] = await db.batch([
		db
			.update(members)
			.set({
				email_confirmed_at: link.now,
				full_name: sql`coalesce(${name}, ${members.full_name})`,
				password_hash: sql`coalesce(${password}, case when ${own} then ${members.password_hash} end)`,
			})
			.where(
				and(sql`${members.id} = ${owner}`, isNull(members.email_confirmed_at)),
			),
		db
			.delete(apiKeys)
			.where(and(sql`${apiKeys.member_id} = ${owner}`, sql`not ${own}`)),
		db.delete(sessions).where(sql`${sessions.member_id} = ${owner}`),
		dropOtherTokens(db, link.hash, owner),
		consume(db, link.hash, "confirm", link.now),
		memberOfToken(db, link.hash),
	]);
	return consumed.length && member ? User.parse(member) : null;
}

/**
 * Uses the link up and sets the password. The link proves the address, so it
 * is confirmed with that; sessions and API keys end, whoever made them.
 */
export async function resetPassword(
	db: Db,
	link: { hash: string; now: string; password_hash: string },
): Promise<User | null> {
	const owner = ownerOf(link.hash, "reset", link.now);
	const [, , , , consumed, [member]] = await db.batch([
		db
			.update(members)
			.set({
				password_hash: link.password_hash,
				email_confirmed_at: sql`coalesce(${members.email_confirmed_at}, ${link.now})`,
			})
			.where(sql`${members.id} = ${owner}`),
		db.delete(apiKeys).where(sql`${apiKeys.member_id} = ${owner}`),
		db.delete(sessions).where(sql`${sessions.member_id} = ${owner}`),
		dropOtherTokens(db, link.hash, owner),
		consume(db, link.hash, "reset", link.now),
		memberOfToken(db, link.hash),
	]);
	return consumed.length && member ? User.parse(member) : null;
}

/** Whose account a reset link that can still be used is for. */
export async function resetOwner(
	db: Db,
	hash: string,
	now: string,
): Promise<User | null> {
	const [member] = await db
		.select(publicColumns())
		.from(members)
		.where(sql`${members.id} = ${ownerOf(hash, "reset", now)}`);
	return member ? User.parse(member) : null;
}

/** The member of a link that can still be used; no row for any other. */
function ownerOf(hash: string, purpose: TokenPurpose, now: string): SQL {
	return sql`(select ${authTokens.member_id} from ${authTokens} where ${usable(hash, purpose, now)})`;
}

function usable(hash: string, purpose: TokenPurpose, now: string) {
	return and(
		eq(authTokens.hash, hash),
		eq(authTokens.purpose, purpose),
		isNull(authTokens.used_at),
		gt(authTokens.expires_at, now),
	);
}

function consume(db: Db, hash: string, purpose: TokenPurpose, now: string) {
	return db
		.update(authTokens)
		.set({ used_at: now })
		.where(usable(hash, purpose, now))
		.returning({ hash: authTokens.hash });
}

function dropOtherTokens(db: Db, hash: string, owner: SQL) {
	return db
		.delete(authTokens)
		.where(
			and(
				sql`${authTokens.member_id} = ${owner}`,
				sql`${authTokens.hash} <> ${hash}`,
			),
		);
}

function memberOfToken(db: Db, hash: string) {
	return db
		.select(publicColumns())
		.from(authTokens)
		.innerJoin(members, eq(members.id, authTokens.member_id))
		.where(eq(authTokens.hash, hash));
}

function publicColumns() {
	const { id, email, full_name, avatar_url, created_at } = members;
	return { id, email, full_name, avatar_url, created_at };
}
