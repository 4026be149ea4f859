import type { SignInRequest } from "#contract/account.ts";
import { problem } from "#http/problems.ts";
import type { Caller } from "#identity/caller.ts";
import type { Context } from "#worker/context.ts";
import { countSignIn } from "./limits.ts";
import { newBrowserMail, sendNotice } from "./mail/security-notices.ts";
import { confirmsByMail } from "./mail/site-mailer.ts";
import { findMemberForSignIn } from "./member-queries.ts";
import { openProvenSession, type SignedIn } from "./open-session.ts";
import { verifyPassword } from "./passwords.ts";

/** The work and the answer are the same whether the address is known or not. */
export async function signIn(
	context: Context,
	input: SignInRequest & Caller,
): Promise<SignedIn> {
	const attempt = await countSignIn(
		context,
		input,
		"too_many_requests/sign_ins",
	);
	const member = await findMemberForSignIn(context.db.primary, input.email);
	const matches = await verifyPassword(
		input.password,
		member?.password_hash ?? null,
	);
	if (!member?.password_hash || !matches)
		throw problem("authentication_failed");
	await attempt.succeed();
	if (confirmsByMail(context) && member.email_confirmed_at === null)
		throw problem("email_unconfirmed");
	const { user, password_hash } = member;
	const opened = await openProvenSession(
		context,
		user.id,
		input,
		password_hash,
	);
	if (opened === null) throw problem("authentication_failed");
	if (opened.new_browser)
		input.later(() => sendNotice(context, user, newBrowserMail(input)));
	return { user, ...opened };
}
