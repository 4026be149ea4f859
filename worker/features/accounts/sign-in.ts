import type { SignInRequest } from "#contract/account.ts";
import { ProblemError, tooMany } from "#http/problems.ts";
import type { Caller } from "#identity/caller.ts";
import type { Accounts, SignedIn } from "#use-cases/accounts.ts";
import { addressUnconfirmed } from "./problems.ts";

/** The same work and the same answer whether the address is known or not. */
export async function signIn(
	accounts: Accounts,
	input: SignInRequest & Caller,
): Promise<SignedIn> {
	const { email, address } = input;
	const quota = await accounts.quota.trySignIn(email, address);
	if (!quota.ok)
		throw tooMany(
			"Too many failed sign-ins. Please try again later.",
			quota.retry_after_s,
		);
	const member = await accounts.findMemberForSignIn(email);
	const matches = await accounts.verifyPassword(
		input.password,
		member?.password_hash ?? null,
	);
	if (!member?.password_hash || !matches) throw authenticationFailed();
	await accounts.quota.signInSucceeded(email, address);
	if (accounts.confirms_by_mail && member.email_confirmed_at === null)
		throw addressUnconfirmed();
	const { user, password_hash } = member;
	const token = await accounts.openProvenSession(user.id, input, password_hash);
	if (token === null) throw authenticationFailed();
	return { user, token };
}

function authenticationFailed(): ProblemError {
	return new ProblemError({
		status: 401,
		code: "authentication_failed",
		title: "Authentication failed",
		detail: "Authentication failed",
	});
}
