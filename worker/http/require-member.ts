import type { Context } from "hono";
import type { User } from "#contract/account.ts";
import { notSignedIn } from "#domain/refusal.ts";
import type { AppEnv } from "./app-env.ts";

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
