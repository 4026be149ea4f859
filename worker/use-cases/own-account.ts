import type { MemberId } from "#contract/ids.ts";
import { notSignedIn } from "#domain/refusal.ts";
import type { AccountRecord, AccountSettings } from "./account-settings.ts";

/** Throws where the account was deleted while its member was still asking. */
export async function ownAccount(
	accounts: Pick<AccountSettings, "read">,
	member_id: MemberId,
): Promise<AccountRecord> {
	const account = await accounts.read(member_id);
	if (!account) throw notSignedIn("This account was deleted.");
	return account;
}
