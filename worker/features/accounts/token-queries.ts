import { and, eq, gt, inArray, isNull, lte, type SQL, sql } from "drizzle-orm";
import { User } from "#contract/account.ts";
import { runBatch } from "#db/batch.ts";
import type { Db } from "#db/client.ts";
import { authTokens, members, sessions, USER_COLUMNS } from "#db/tables/members.ts";
import { hasAddress } from "#identity/address-queries.ts";
import { storedText } from "#text/clean.ts";
import { endAccess, endKeys, endLinks } from "./end-access.ts";
import { deleteFactor } from "./second-factor/queries.ts";

export type TokenPurpose = "change" | "confirm" | "reset";

export type NewToken = {
	hash: string;
	code_hash: string;
	email: string;
	created_at: string;
	expires_at: string;
};

/** Both kinds of link prove the address, so both may set a password. */
const SETS_PASSWORD: TokenPurpose[] = ["reset", "confirm"];
/** The name of a member who has chosen none. A name chosen by another person is discarded. */
const UNNAMED = "New member";

export type Recipient = {
	email: string;
	/** null for an unconfirmed account, because anyone may have chosen its name. */
	full_name: string | null;
};

/** The name and password that were entered at a sign-up. */
export type ChosenAtSignUp = { full_name: string; password_hash: string | null };

/** What a browser sends with a link. */
export type ComingBrowser = {
	/** The hash of the token that the browser has stored since its sign-up. */
	browser_hash: string | null;
	session_hash: string | null;
};

/** Stores a link for an unconfirmed account. Returns null if there is no such account. */
export async function issueConfirmation(db: Db, token: NewToken): Promise<Recipient | null> {
	const unconfirmed = sql`${members.email_confirmed_at} is null`;
	return issue(db, "confirm", token, unconfirmed);
}

/** Returns null if no account has this address. */
export async function issueReset(db: Db, token: NewToken): Promise<Recipient | null> {
	return issue(db, "reset", token, sql`true`);
}

async function issue(
	db: Db,
	purpose: TokenPurpose,
	token: NewToken,
	condition: SQL,
): Promise<Recipient | null> {
	const owner = and(hasAddress(token.email), condition);
	const { email } = members;
	const full_name = sql<
		string | null
	>`case when ${members.email_confirmed_at} is not null then ${members.full_name} end`;
	const { recipients } = await runBatch(db, {
		expired: dropExpiredTokens(db, token.created_at),
		token: insertToken(db, purpose, token, sql`null, null, null`, owner),
		recipients: db
			.select({ email, full_name: full_name.as("full_name") })
			.from(members)
			.where(owner),
	});
	return recipients[0] ?? null;
}

/** Deletes expired links; for batches that store a new one. */
export function dropExpiredTokens(db: Db, now: string) {
	return db.delete(authTokens).where(lte(authTokens.expires_at, now));
}

/** Stores a link with the choices of its sign-up; for batches. */
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
			sql`select ${token.hash}, ${members.id}, ${purpose}, ${token.created_at}, ${token.expires_at}, null, ${chosen}, null, ${token.code_hash} from ${members} where ${owner}`,
		);
}

/**
 * Returns the name and password that the link can confirm. Several people may have signed up with
 * the same address, so the choices are kept apart:
 * - `own`: chosen by this browser, in its own sign-up or in a session of the account.
 * - `offered`: chosen by another person, in the link's sign-up or in the account's only one. It
 *   is accepted only with its password.
 *
 * null if the link is invalid.
 */
export async function findPendingSignUp(
	db: Db,
	link: { hash: string; now: string } & ComingBrowser,
): Promise<{ email: string; own: ChosenAtSignUp | null; offered: ChosenAtSignUp | null } | null> {
	const owner = ownerOf(link.hash, ["confirm"], link.now);
	const { hash, browser_hash } = authTokens;
	const { email, full_name, password_hash } = members;
	const { accounts, sign_ups, own_sessions } = await runBatch(db, {
		accounts: db
			.select({ email, full_name, password_hash })
			.from(members)
			.where(sql`${members.id} = ${owner}`),
		sign_ups: db
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
		own_sessions: db.select({ one: sql`1` }).from(sessions).where(isOwn(link, owner)),
	});
	const [account] = accounts;
	if (!account) return null;
	const byBrowser = sign_ups.find(
		(row) => row.browser_hash !== null && row.browser_hash === link.browser_hash,
	);
	const byLink = sign_ups.find((row) => row.hash === link.hash);
	const byAccount = chosenIn(account);
	return {
		email: account.email,
		own: chosenIn(byBrowser) ?? (own_sessions.length ? byAccount : null),
		offered: chosenIn(byLink) ?? (account.password_hash ? byAccount : null),
	};
}

/** null if the link was not created by a sign-up. */
function chosenIn(
	row: { full_name: string | null; password_hash: string | null } | undefined,
): ChosenAtSignUp | null {
	if (!row || row.full_name === null) return null;
	const { full_name, password_hash } = row;
	return { full_name, password_hash };
}

/**
 * Consumes the link and confirms the address with the name and password of its proven owner. The
 * choices of all other sign-ups are deleted, as are all links and sessions. API keys and the
 * webhook secret are deleted too, unless the link was opened in a session of the account itself.
 * Returns the member to the first caller with the link, null to later ones.
 */
export async function confirmAddress(
	db: Db,
	link: { hash: string; now: string; session_hash: string | null },
	{ full_name, password_hash }: ChosenAtSignUp,
): Promise<User | null> {
	const owner = ownerOf(link.hash, ["confirm"], link.now);
	const unproven = sql`(select ${members.id} from ${members} where ${members.id} = ${owner} and ${members.email_confirmed_at} is null and not ${hasSession(link, owner)})`;
	const { consumed, member } = await runBatch(db, {
		...deleteFactor(db, unproven),
		confirmed: db
			.update(members)
			.set({ email_confirmed_at: link.now, full_name, password_hash })
			.where(and(sql`${members.id} = ${owner}`, isNull(members.email_confirmed_at))),
		...endKeys(db, sql`(select ${owner} where not ${hasSession(link, owner)})`),
		sessions: db.delete(sessions).where(sql`${sessions.member_id} = ${owner}`),
		links: endLinks(db, owner, link.hash),
		consumed: consume(db, link.hash, ["confirm"], link.now),
		member: memberOfToken(db, link.hash),
	});
	return consumed.length && member[0] ? User.parse(member[0]) : null;
}

/**
 * Consumes the link and sets the password. The link proves the address, so the address becomes
 * confirmed, and all existing access ends. An unconfirmed account may have been created by
 * someone else: its name and picture are kept only if the browser proves that it signed up.
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
	const { consumed, member } = await runBatch(db, {
		// A second factor that a stranger set up would lock out the owner of the address.
		...deleteFactor(db, squatted),
		account: db
			.update(members)
			.set({
				password_hash: set.password_hash,
				email_confirmed_at: sql`coalesce(${members.email_confirmed_at}, ${link.now})`,
				full_name: sql`case when ${unproven} then ${name} else ${members.full_name} end`,
				avatar_url: sql`case when ${unproven} and not ${own} then null else ${members.avatar_url} end`,
			})
			.where(sql`${members.id} = ${owner}`),
		...endAccess(db, owner),
		links: endLinks(db, owner, link.hash),
		consumed: consume(db, link.hash, SETS_PASSWORD, link.now),
		member: memberOfToken(db, link.hash),
	});
	return consumed.length && member[0] ? User.parse(member[0]) : null;
}

/** The account of a link that may set a password. */
export async function resetOwner(db: Db, hash: string, now: string): Promise<User | null> {
	const [member] = await db
		.select(USER_COLUMNS)
		.from(members)
		.where(sql`${members.id} = ${ownerOf(hash, SETS_PASSWORD, now)}`);
	return member ? User.parse(member) : null;
}

/** Selects the member of a usable link; no row if the link is unusable. */
function ownerOf(hash: string, purposes: TokenPurpose[], now: string): SQL {
	return sql`(select ${authTokens.member_id} from ${authTokens} where ${usable(hash, purposes, now)})`;
}

/** The member's unused and unexpired confirmation links. */
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

/** Matches a session of the account that the link belongs to. */
function isOwn({ session_hash }: Pick<ComingBrowser, "session_hash">, owner: SQL) {
	return sql`${sessions.token_hash} = ${session_hash} and ${sessions.member_id} = ${owner}`;
}

function hasSession(link: Pick<ComingBrowser, "session_hash">, owner: SQL): SQL {
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
		.select(USER_COLUMNS)
		.from(authTokens)
		.innerJoin(members, eq(members.id, authTokens.member_id))
		.where(eq(authTokens.hash, hash));
}
