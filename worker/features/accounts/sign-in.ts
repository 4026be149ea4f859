import type { SignInRequest } from "#contract/account.ts";
import { ProblemError } from "#http/problems.ts";
import type { Caller } from "#identity/caller.ts";
import type { Context } from "#worker/context.ts";
import { countSignIn } from "./limits.ts";
import { newBrowserMail, sendNotice } from "./mail/security-notices.ts";
import { confirmsByMail } from "./mail/site-mailer.ts";
import { findMemberForSignIn } from "./member-queries.ts";
import { openProvenSession, type SignedIn } from "./open-session.ts";
import { verifyPassword } from "./passwords.ts";
import { addressUnconfirmed } from "./problems.ts";

/** The same work and the same answer whether the address is known or not. */
export async function signIn(
	context: Context,
	input: SignInRequest & Caller,
): Promise<SignedIn> {
	const attempt = await countSignIn(
		context,
		input,
		"Too many failed sign-ins. Please try again later.",
	);
	const member = await findMemberForSignIn(context.db.primary, input.email);
	const matches = await verifyPassword(
		input.password,
		member?.password_hash ?? null,
	);
	if (!member?.password_hash || !matches) throw authenticationFailed();
	await attempt.succeed();
	if (confirmsByMail(context) && member.email_confirmed_at === null)
		throw addressUnconfirmed();
	const { user, password_hash } = member;
	const opened = await openProvenSession(
		context,
		user.id,
		input,
		password_hash,
	);
	if (opened === null) throw authenticationFailed();
	if (opened.new_browser)
		input.later(() => sendNotice(context, user, newBrowserMail(input)));
	return { user, ...opened };
}

function authenticationFailed(): ProblemError {
	return new ProblemError({
		status: 401,
		code: "authentication_failed",
		title: "Authentication failed",
		detail: "Authentication failed",
	});
}
