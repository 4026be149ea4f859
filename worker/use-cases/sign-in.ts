import type { SignInRequest, User } from "#contract/account.ts";
import { Refusal, tooMany } from "#domain/refusal.ts";
import type { Accounts } from "./accounts.ts";

/** The same work and the same answer whether the address is known or not. */
export async function signIn(
	accounts: Accounts,
	input: SignInRequest & { address: string; user_agent: string | null },
): Promise<{ user: User; token: string }> {
	const email = input.email.toLowerCase();
	const quota = await accounts.quota.maySignIn(email, input.address);
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
	if (!member || !matches) {
		await accounts.quota.signInFailed(email, input.address);
		throw new Refusal({
			status: 401,
			code: "authentication_failed",
			title: "Authentication failed",
			detail: "Authentication failed",
		});
	}
	await accounts.quota.signInSucceeded(email);
	const token = await accounts.openSession(member.user.id, input.user_agent);
	return { user: member.user, token };
}
