import type { SignInRequest } from "#contract/account.ts";
import { problem } from "#http/problems.ts";
import type { Caller } from "#identity/caller.ts";
import type { Context } from "#worker/context.ts";
import { countSignIn } from "./limits.ts";
import { confirmsByMail } from "./mail/site-mailer.ts";
import { findMemberForSignIn } from "./member-queries.ts";
import type { SignedIn } from "./open-session.ts";
import { verifyPassword } from "./passwords.ts";
import { type SecondFactorAsked, signInOrAsk } from "./second-factor/second-factor.ts";

/**
 * Does the same work and gives the same answer for known and unknown addresses, so that neither
 * reveals whether an account exists.
 */
export async function signIn(
	context: Context,
	input: SignInRequest & Caller,
): Promise<SignedIn | SecondFactorAsked> {
	const attempt = await countSignIn(context, input, "too_many_requests/sign_ins");
	const member = await findMemberForSignIn(context.db.primary, input.email);
	const matches = await verifyPassword(input.password, member?.password_hash ?? null);
	if (!member?.password_hash || !matches) throw problem("authentication_failed");
	await attempt.succeed();
	if (confirmsByMail(context) && member.email_confirmed_at === null)
		throw problem("email_unconfirmed");
	const { user, password_hash } = member;
	return signInOrAsk(context, user, input, { password_hash });
}
