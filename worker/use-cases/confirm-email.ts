import { tooMany } from "#domain/refusal.ts";
import { linkUnusable, wrongPassword } from "./account-refusals.ts";
import type { Accounts, ChosenAtSignUp, SignedIn } from "./accounts.ts";
import type { Caller } from "./caller.ts";

type Confirmation = Caller & {
	token: string;
	password?: string | undefined;
	sign_up_token: string | null;
};

/**
 * Confirms the address that the link was sent to, and signs its owner in. The
 * link proves the address alone: whoever signed up with it may have been
 * somebody else. So a password counts only where this browser chose it, or
 * where it is given once more; else nothing happens yet ("needs_password"), and
 * the link may still set another one.
 */
export async function confirmEmail(
	accounts: Accounts,
	input: Confirmation,
): Promise<SignedIn | "needs_password"> {
	const pending = await accounts.findPendingSignUp(input.token, input);
	if (!pending) throw linkUnusable();
	const { email, own, offered } = pending;
	const chosen =
		own ?? (await chosenByPassword(accounts, email, offered, input));
	if (!chosen) return "needs_password";
	const user = await accounts.confirmAddress(
		input.token,
		input.session_hash,
		chosen,
	);
	if (!user) throw linkUnusable();
	return { user, token: await accounts.openSession(user.id, input) };
}

/** Guesses count as failed sign-ins. */
async function chosenByPassword(
	accounts: Accounts,
	email: string,
	offered: ChosenAtSignUp | null,
	{ password, address }: Confirmation,
): Promise<ChosenAtSignUp | null> {
	if (password === undefined) return null;
	const quota = await accounts.quota.trySignIn(email, address);
	if (!quota.ok)
		throw tooMany(
			"Too many wrong passwords. Please try again later, or choose a new one.",
			quota.retry_after_s,
		);
	const hash = offered?.password_hash ?? null;
	if (!(await accounts.verifyPassword(password, hash)))
		throw wrongPassword(
			"/password",
			"This is not the password that was chosen at this sign-up.",
		);
	await accounts.quota.signInSucceeded(email, address);
	return offered;
}
