import { linkUnusable } from "./account-refusals.ts";
import type { Accounts, SignedIn } from "./accounts.ts";
import type { Caller } from "./caller.ts";

/** Confirms the address that the link was sent to, and signs its owner in. */
export async function confirmEmail(
	accounts: Accounts,
	input: Caller & { token: string },
): Promise<SignedIn> {
	const user = await accounts.confirmAddress(input.token, input.session_hash);
	if (!user) throw linkUnusable();
	return { user, token: await accounts.openSession(user.id, input) };
}
