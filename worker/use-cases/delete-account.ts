import type { MemberId } from "#contract/ids.ts";
import type { AccountSettings } from "./account-settings.ts";
import { ownAccount } from "./own-account.ts";
import { provePassword } from "./prove-password.ts";

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
