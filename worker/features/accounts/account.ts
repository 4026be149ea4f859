import type { MemberId } from "#contract/ids.ts";
import type { Me, MeEdit } from "#contract/me.ts";
import { notSignedIn, tooMany } from "#http/problems.ts";
import type {
	AccountRecord,
	AccountSettings,
} from "#use-cases/account-settings.ts";
import { refuseWeakPassword } from "./passwords.ts";
import { wrongPassword } from "./problems.ts";

/** Throws where the account was deleted while its member was still asking. */
export async function ownAccount(
	accounts: Pick<AccountSettings, "read">,
	member_id: MemberId,
): Promise<AccountRecord> {
	const account = await accounts.read(member_id);
	if (!account) throw notSignedIn("This account was deleted.");
	return account;
}

const CURRENT = "/password/current";

/** Changes what is given. A new password asks for the current one, and ends all other sessions. */
export async function editAccount(
	accounts: AccountSettings,
	input: {
		member_id: MemberId;
		edit: MeEdit;
		session_hash: string | null;
		address: string;
	},
): Promise<Me> {
	const { member_id, session_hash } = input;
	const { password, ...change } = input.edit;
	const account = await ownAccount(accounts, member_id);
	const next = password && {
		hash: await provenHash(accounts, account, password, input.address),
		expected: account.password_hash,
	};
	const changed = await accounts.edit(
		member_id,
		{ ...change, password: next },
		session_hash,
	);
	if (!changed) throw wrongPassword(CURRENT);
	const { password_hash: _, ...me } = await ownAccount(accounts, member_id);
	return me;
}

async function provenHash(
	accounts: AccountSettings,
	account: AccountRecord,
	{ current, next }: { current?: string | undefined; next: string },
	address: string,
): Promise<string> {
	const given = { password: current, pointer: CURRENT, address };
	await provePassword(accounts, account, given);
	refuseWeakPassword(next, account.email);
	return accounts.hashPassword(next);
}

/** Deletes the account with all that is its member's, once the password was given. */
export async function deleteAccount(
	accounts: AccountSettings,
	input: {
		member_id: MemberId;
		password: string | undefined;
		address: string;
	},
): Promise<void> {
	const { member_id, password, address } = input;
	const account = await ownAccount(accounts, member_id);
	const given = { password, pointer: "/password", address };
	await provePassword(accounts, account, given);
	await accounts.remove(member_id);
}

/**
 * Throws unless the account's password was given; an account without one
 * passes. Guesses count as failed sign-ins.
 */
async function provePassword(
	accounts: AccountSettings,
	{ email, password_hash }: AccountRecord,
	given: { password: string | undefined; pointer: string; address: string },
): Promise<void> {
	if (password_hash === null) return;
	const quota = await accounts.quota.trySignIn(email, given.address);
	if (!quota.ok)
		throw tooMany(
			"Too many wrong passwords. Please try again later.",
			quota.retry_after_s,
		);
	if (!(await accounts.verifyPassword(given.password ?? "", password_hash)))
		throw wrongPassword(given.pointer);
	await accounts.quota.signInSucceeded(email, given.address);
}
