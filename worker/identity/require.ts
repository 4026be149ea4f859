import type { User } from "#contract/account.ts";
import type { RequestContext } from "#http/app-env.ts";
import { type ProblemName, problem } from "#http/problems.ts";

type SignInProblem = Extract<ProblemName, `not_signed_in${string}`>;

/**
 * The member who sends the request, by cookie or by API key. Throws for
 * anonymous visitors, with `refusal`. The route needs the session middleware.
 */
export function requireMember(
	c: RequestContext,
	refusal: SignInProblem = "not_signed_in",
): User {
	const user = c.get("user");
	if (!user) throw problem(refusal);
	return user;
}

/**
 * The member who sends the request, signed in with a session. An API key may do
 * what its member may, except what would let a stolen key last: manage keys,
 * sessions and the password, or delete the account.
 */
export function requireSession(c: RequestContext): {
	user: User;
	session_hash: string;
} {
	const user = requireMember(c);
	const session_hash = c.get("session_hash");
	if (session_hash === null) throw problem("not_allowed/api_key");
	return { user, session_hash };
}

/** The admin who sends the request: a listed address whose owner has confirmed it. */
export function requireAdmin(c: RequestContext): User {
	const user = requireMember(c);
	if (!c.get("is_admin")) throw problem("not_allowed/team");
	return user;
}

/**
 * Whether the operator's list contains the address, in any case. Only the
 * Latin letters are compared without their case: another alphabet's letter
 * that happens to fold to one of them is another mailbox.
 */
export function isListedAdmin(
	email: string,
	admin_emails: readonly string[],
): boolean {
	const folded = email.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
	return admin_emails.includes(folded);
}
