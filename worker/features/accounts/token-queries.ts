import { and, eq, gt, inArray, isNull, lte, type SQL, sql } from "drizzle-orm";
import { User } from "#contract/account.ts";
import type { Db } from "#db/client.ts";
import { authTokens, members, sessions } from "#db/tables/members.ts";
import { emailKey, storedText } from "#text/stored-text.ts";
import { endAccess, endKeys, endLinks } from "./end-access.ts";
import { deleteFactor } from "./second-factor/queries.ts";

export type TokenPurpose = "confirm" | "reset";

export type NewToken = {
	hash: string;
	email: string;
	created_at: string;
	expires_at: string;
};

/** Both kinds prove the address, so both may set a password. */
const SETS_PASSWORD: TokenPurpose[] = ["reset", "confirm"];
/** The name of a member who has not given one: another person's is not kept. */
const UNNAMED = "New member";

export type Recipient = {
	email: string;
	/** null for an account that is not confirmed: anybody may have chosen its name. */
	full_name: string | null;
};

/** The name and the password of a sign-up. */
export type ChosenAtSignUp = {
	full_name: string;
	password_hash: string | null;
};

/** What a browser sends besides a link. */
export type ComingBrowser = {
	/** The hash of the token that it has stored since its sign-up. */
	browser_hash: string | null;
	session_hash: string | null;
};

/** Stores a link for an unconfirmed account. null if there is no such account. */
export async function issueConfirmation(
	db: Db,
	token: NewToken,
): Promise<Recipient | null> {
	const unconfirmed = sql`${members.email_confirmed_at} is null`;
	return issue(db, "confirm", token, unconfirmed);
}

/** null if no account has the address. */
export async function issueReset(
	db: Db,
	token: NewToken,
): Promise<Recipient | null> {
	return issue(db, "reset", token, sql`true`);
}

async function issue(
	db: Db,
	purpose: TokenPurpose,
	token: NewToken,
	condition: SQL,
): Promise<Recipient | null> {
	const owner = and(eq(members.email_key, emailKey(token.email)), condition);
	const { email } = members;
	const full_name = sql<
		string | null
	>`case when ${members.email_confirmed_at} is not null then ${members.full_name} end`;
	const [, , [recipient]] = await db.batch([
		dropExpiredTokens(db, token.created_at),
		insertToken(db, purpose, token, sql`null, null, null`, owner),
		db
			.select({ email, full_name: full_name.as("full_name") })
			.from(members)
			.where(owner),
	]);
	return recipient ?? null;
}

/** For batches that store a new one. */
export function dropExpiredTokens(db: Db, now: string) {
	return db.delete(authTokens).where(lte(authTokens.expires_at, now));
}

/** A link with the choices of its sign-up; for batches. */
export function insertSignUpToken(
	db: Db,
	token: Omit<NewToken, "email"> & { browser_hash: string },
	{ full_name, password_hash }: ChosenAtSignUp,
	owner: SQL | undefined,
) {
	const chosen = sql`${full_name}, ${password_hash}, ${token.browser_hash}`;
	return insertToken(db, "confirm", token, chosen, owner);
}

function insertToken(
	db: Db,
	purpose: TokenPurpose,
	token: Omit<NewToken, "email">,
	chosen: SQL,
	owner: SQL | undefined,
) {
	return db
		.insert(authTokens)
		.select(
			sql`select ${token.hash}, ${members.id}, ${purpose}, ${token.created_at}, ${token.expires_at}, null, ${chosen} from ${members} where ${owner}`,
		);
}

/**
 * The choices that wait for the link; several people may have signed up with one address.
 * `own` is what this browser chose, in its own sign-up or in a session of the account.
 * `offered` is what someone who knows its password chose, in the link's sign-up or else
 * in the account's only one. null if the link cannot be used.
 */
export async function findPendingSignUp(
	db: Db,
	link: { hash: string; now: string } & ComingBrowser,
): Promise<{
	email: string;
	own: ChosenAtSignUp | null;
	offered: ChosenAtSignUp | null;
} | null> {
	const owner = ownerOf(link.hash, ["confirm"], link.now);
	const { hash, browser_hash } = authTokens;
	const { email, full_name, password_hash } = members;
	const [[account], sign_ups, [session]] = await db.batch([
		db
			.select({ email, full_name, password_hash })
			.from(members)
			.where(sql`${members.id} = ${owner}`),
		db
			.select({
				hash,
				browser_hash,
				full_name: authTokens.full_name,
				password_hash: authTokens.password_hash,
			})
			.from(authTokens)
			.where(
				and(
					sql`(${eq(hash, link.hash)} or ${signedUpBy(link.browser_hash)})`,
					waiting(owner, link.now),
				),
			),
		db.select({ one: sql`1` }).from(sessions).where(isOwn(link, owner)),
	]);
	if (!account) return null;
	const byBrowser = sign_ups.find(
		(row) =>
			row.browser_hash !== null && row.browser_hash === link.browser_hash,
	);
	const byLink = sign_ups.find((row) => row.hash === link.hash);
	const byAccount = chosenIn(account);
	return {
		email: account.email,
		own: chosenIn(byBrowser) ?? (session ? byAccount : null),
		offered: chosenIn(byLink) ?? (account.password_hash ? byAccount : null),
	};
}

/** null if the link belongs to no sign-up. */
function chosenIn(
	row: { full_name: string | null; password_hash: string | null } | undefined,
): ChosenAtSignUp | null {
	if (!row || row.full_name === null) return null;
	const { full_name, password_hash } = row;
	return { full_name, password_hash };
}

/**
 * Uses the link up and confirms the address, with the name and the password of
 * whoever has shown to be its owner. All others' go, and with them the links,
 * the sessions, and, where the link was not opened in a session of the account
 * itself, the API keys and the webhook secret. Returns the member to the first who comes with the
 * link, null to the others.
 */
export async function confirmAddress(
	db: Db,
	link: { hash: string; now: string; session_hash: string | null },
	{ full_name, password_hash }: ChosenAtSignUp,
): Promise<User | null> {
	const owner = ownerOf(link.hash, ["confirm"], link.now);
	const unproven = sql`(select ${members.id} from ${members} where ${members.id} = ${owner} and ${members.email_confirmed_at} is null and not ${hasSession(link, owner)})`;
	const [, , , , , , , consumed, [member]] = await db.batch([
		...deleteFactor(db, unproven),
		db
			.update(members)
			.set({ email_confirmed_at: link.now, full_name, password_hash })
			.where(
				and(sql`${members.id} = ${owner}`, isNull(members.email_confirmed_at)),
			),
		...endKeys(db, sql`(select ${owner} where not ${hasSession(link, owner)})`),
		db.delete(sessions).where(sql`${sessions.member_id} = ${owner}`),
		endLinks(db, owner, link.hash),
		consume(db, link.hash, ["confirm"], link.now),
		memberOfToken(db, link.hash),
	]);
	return consumed.length && member ? User.parse(member) : null;
}

/**
 * Uses the link up and sets the password. The link proves the address, so it
 * is confirmed with that; all access that there was ends, whoever had it. The
 * name and the picture of an account that was not confirmed may be a
 * stranger's: they stay only where the browser shows that they are its own.
 */
export async function resetPassword(
	db: Db,
	link: { hash: string; now: string } & ComingBrowser,
	set: { password_hash: string; full_name: string | null },
): Promise<User | null> {
	const owner = ownerOf(link.hash, SETS_PASSWORD, link.now);
	const unproven = sql`${members.email_confirmed_at} is null`;
	const own = hasSession(link, owner);
	const name = sql`coalesce(${set.full_name && storedText(set.full_name)}, (select ${authTokens.full_name} from ${authTokens} where ${and(signedUpBy(link.browser_hash), waiting(owner, link.now))} limit 1), case when ${own} then ${members.full_name} end, ${UNNAMED})`;
	const squatted = sql`(select ${members.id} from ${members} where ${members.id} = ${owner} and ${unproven} and not ${own})`;
	const [, , , , , , , , consumed, [member]] = await db.batch([
		// A second factor of a stranger would lock the address's owner out.
		...deleteFactor(db, squatted),
		db
			.update(members)
			.set({
				password_hash: set.password_hash,
				email_confirmed_at: sql`coalesce(${members.email_confirmed_at}, ${link.now})`,
				full_name: sql`case when ${unproven} then ${name} else ${members.full_name} end`,
				avatar_url: sql`case when ${unproven} and not ${own} then null else ${members.avatar_url} end`,
			})
			.where(sql`${members.id} = ${owner}`),
		...endAccess(db, owner),
		endLinks(db, owner, link.hash),
		consume(db, link.hash, SETS_PASSWORD, link.now),
		memberOfToken(db, link.hash),
	]);
	return consumed.length && member ? User.parse(member) : null;
}

/** The account of a link that can still set a password. */
export async function resetOwner(
	db: Db,
	hash: string,
	now: string,
): Promise<User | null> {
	const [member] = await db
		.select(publicColumns())
		.from(members)
		.where(sql`${members.id} = ${ownerOf(hash, SETS_PASSWORD, now)}`);
	return member ? User.parse(member) : null;
}

/** The member of a usable link; no row for any other. */
function ownerOf(hash: string, purposes: TokenPurpose[], now: string): SQL {
	return sql`(select ${authTokens.member_id} from ${authTokens} where ${usable(hash, purposes, now)})`;
}

/** The member's confirmation links that can still be used. */
function waiting(owner: SQL, now: string) {
	return and(
		sql`${authTokens.member_id} = ${owner}`,
		eq(authTokens.purpose, "confirm" satisfies TokenPurpose),
		isNull(authTokens.used_at),
		gt(authTokens.expires_at, now),
	);
}

function signedUpBy(browser_hash: string | null): SQL {
	return sql`${authTokens.browser_hash} = ${browser_hash}`;
}

/** A session of the link's own account. */
function isOwn(
	{ session_hash }: Pick<ComingBrowser, "session_hash">,
	owner: SQL,
) {
	return sql`${sessions.token_hash} = ${session_hash} and ${sessions.member_id} = ${owner}`;
}

function hasSession(
	link: Pick<ComingBrowser, "session_hash">,
	owner: SQL,
): SQL {
	return sql`exists (select 1 from ${sessions} where ${isOwn(link, owner)})`;
}

function usable(hash: string, purposes: TokenPurpose[], now: string) {
	return and(
		eq(authTokens.hash, hash),
		inArray(authTokens.purpose, purposes),
		isNull(authTokens.used_at),
		gt(authTokens.expires_at, now),
	);
}

function consume(db: Db, hash: string, purposes: TokenPurpose[], now: string) {
	return db
		.update(authTokens)
		.set({ used_at: now })
		.where(usable(hash, purposes, now))
		.returning({ hash: authTokens.hash });
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
