import type { Context } from "hono";
import type { User } from "#contract/account.ts";
import { notAllowed } from "#domain/refusal.ts";
import type { AppEnv } from "./app-env.ts";
import { requireMember } from "./require-member.ts";

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
