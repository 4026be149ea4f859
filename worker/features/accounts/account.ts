import type { MemberId } from "#contract/ids.ts";
import type { Me, MeEdit } from "#contract/me.ts";
import { problem } from "#http/problems.ts";
import { isListedAdmin } from "#identity/require.ts";
import type { Context } from "#worker/context.ts";
import { deleteMember, editAccount, readAccount } from "./account-queries.ts";
import { consumeSignInTry, refundSignInTry } from "./limits.ts";
import {
	hashPassword,
	refuseWeakPassword,
	verifyPassword,
} from "./passwords.ts";

/** An account as its own member may see it, with the hash of the password. */
export type OwnAccount = Me & { password_hash: string | null };

/** Throws if the account was deleted while the request was running. */
export async function readOwnAccount(
	{ db, settings }: Context,
	member_id: MemberId,
): Promise<OwnAccount> {
	const account = await readAccount(db.primary, member_id);
	if (!account) throw problem("not_signed_in/deleted");
	const listed = isListedAdmin(account.email, settings.ADMIN_EMAILS);
	return { ...account, is_admin: account.email_confirmed && listed };
}

const CURRENT = "/password/current";

/**
 * Changes the given fields. A new password requires the current one, and ends all other
 * sessions.
 */
export async function changeAccount(
	context: Context,
	input: {
		member_id: MemberId;
		edit: MeEdit;
		session_hash: string | null;
		address: string;
	},
): Promise<Me> {
	const { member_id, session_hash } = input;
	const { password, ...change } = input.edit;
	const account = await readOwnAccount(context, member_id);
	const next = password && {
		hash: await hashNewPassword(context, account, password, input.address),
		expected: account.password_hash,
	};
	const changed = await editAccount(
		context.db.primary,
		member_id,
		{ ...change, password: next },
		session_hash,
	);
	if (!changed) throw problem("wrong_password", { pointer: CURRENT });
	const { password_hash: _, ...me } = await readOwnAccount(context, member_id);
	return me;
}

/** The current password is checked first. */
async function hashNewPassword(
	context: Context,
	account: OwnAccount,
	{ current, next }: { current?: string | undefined; next: string },
	address: string,
): Promise<string> {
	const given = { password: current, pointer: CURRENT, address };
	await checkPassword(context, account, given);
	refuseWeakPassword(next, account.email);
	return hashPassword(next);
}

/** Deletes the account with all of its member's data, after checking the password. */
export async function deleteAccount(
	context: Context,
	input: {
		member_id: MemberId;
		password: string | undefined;
		address: string;
	},
): Promise<void> {
	const { member_id, password, address } = input;
	const account = await readOwnAccount(context, member_id);
	const given = { password, pointer: "/password", address };
	await checkPassword(context, account, given);
	await deleteMember(context.db.primary, member_id);
}

/**
 * Throws unless the account's password was given; an account without one passes. Wrong
 * passwords count as failed sign-ins.
 */
async function checkPassword(
	context: Context,
	{ email, password_hash }: OwnAccount,
	given: { password: string | undefined; pointer: string; address: string },
): Promise<void> {
	if (password_hash === null) return;
	const attempt = { email, address: given.address };
	await consumeSignInTry(context, attempt, "too_many_requests/passwords");
	if (!(await verifyPassword(given.password ?? "", password_hash)))
		throw problem("wrong_password", { pointer: given.pointer });
	await refundSignInTry(context, attempt);
}
