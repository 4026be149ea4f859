import { tooMany } from "#domain/refusal.ts";
import { wrongPassword } from "./account-refusals.ts";
import type { AccountRecord, AccountSettings } from "./account-settings.ts";

/**
 * Throws unless the account's password was given; an account without one
 * passes. Guesses count as failed sign-ins.
 */
export async function provePassword(
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
