import type { MemberId } from "#contract/ids.ts";
import type { Me, MeEdit } from "#contract/me.ts";
import { refuseWeakPassword } from "#domain/passwords/refuse-weak-password.ts";
import { wrongPassword } from "./account-refusals.ts";
import type { AccountRecord, AccountSettings } from "./account-settings.ts";
import { ownAccount } from "./own-account.ts";
import { provePassword } from "./prove-password.ts";

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
