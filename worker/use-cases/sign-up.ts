import type { SignUpRequest, User } from "#contract/account.ts";
import { Refusal, tooMany } from "#domain/refusal.ts";
import type { Accounts } from "./accounts.ts";

/**
 * Creates a member and signs them in. Without mail there is nothing to confirm
 * by, so an address that is taken has to be told.
 */
export async function signUp(
	accounts: Accounts,
	input: SignUpRequest & { address: string; user_agent: string | null },
): Promise<{ user: User; token: string }> {
	const quota = await accounts.quota.signUps(input.address);
	if (!quota.ok)
		throw tooMany(
			"Too many accounts were created from this address. Please try again later.",
			quota.retry_after_s,
		);
	const password_hash = await accounts.hashPassword(input.password);
	const user = await accounts.createMember({
		full_name: input.full_name,
		email: input.email,
		password_hash,
	});
	if (user === "taken")
		throw new Refusal({
			status: 409,
			code: "email_taken",
			title: "Address already in use",
			detail: "An account with this email address exists. Please sign in.",
		});
	const token = await accounts.openSession(user.id, input.user_agent);
	return { user, token };
}
