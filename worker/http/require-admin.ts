import type { Context } from "hono";
import type { User } from "#contract/account.ts";
import { notAllowed } from "#domain/refusal.ts";
import type { AppEnv } from "./app-env.ts";
import { requireMember } from "./require-member.ts";

/** The admin who asks: a listed address whose owner has confirmed it. */
export function requireAdmin(c: Context<AppEnv>): User {
	const user = requireMember(c);
	if (!c.get("is_admin")) throw notAllowed("Only the site's team may do this.");
	return user;
}
