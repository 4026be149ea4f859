import type { Context } from "hono";
import type { User } from "#contract/account.ts";
import type { AppEnv } from "#http/app-env.ts";
import { notAllowed, notSignedIn } from "#http/problems.ts";

/**
 * The member who asks, by cookie or by API key. Throws the refusal for
 * visitors with `sentence`. The route stands behind the session middleware.
 */
export function requireMember(
	c: Context<AppEnv>,
	sentence = "Please sign in to do this.",
): User {
	const user = c.get("user");
	if (!user) throw notSignedIn(sentence);
	return user;
}

/**
 * The member who asks, signed in with a session. An API key may do what its
 * member does, but not what would let a stolen one last: manage keys, sessions
 * and the password, or delete the account.
 */
export function requireSession(
	c: Context<AppEnv>,
	sentence?: string,
): { user: User; session_hash: string } {
	const user = requireMember(c, sentence);
	const session_hash = c.get("session_hash");
	if (session_hash === null)
		throw notAllowed("An API key cannot do this. Please sign in.");
	return { user, session_hash };
}

/** The admin who asks: a listed address whose owner has confirmed it. */
export function requireAdmin(c: Context<AppEnv>): User {
	const user = requireMember(c);
	if (!c.get("is_admin")) throw notAllowed("Only the site's team may do this.");
	return user;
}

/**
 * Whether the operator's list has the address, in whatever case. Only the
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
