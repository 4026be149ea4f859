import { refuseWeakPassword } from "#domain/passwords/refuse-weak-password.ts";
import { linkUnusable } from "./account-refusals.ts";
import type { Accounts, SignedIn } from "./accounts.ts";
import type { Caller } from "./caller.ts";

/** Sets a new password by a link from a mail, and signs in: here, and nowhere else any more. */
export async function resetPassword(
	accounts: Accounts,
	input: Caller & {
		token: string;
		password: string;
		full_name?: string | undefined;
		sign_up_token: string | null;
	},
): Promise<SignedIn> {
	const owner = await accounts.resetOwner(input.token);
	if (!owner) throw linkUnusable();
	refuseWeakPassword(input.password, owner.email);
	const password_hash = await accounts.hashPassword(input.password);
	const user = await accounts.resetPassword(input.token, input, {
		password_hash,
		full_name: input.full_name ?? null,
	});
	if (!user) throw linkUnusable();
	return { user, token: await accounts.openSession(user.id, input) };
}
