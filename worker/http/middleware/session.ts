import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "../app-env.ts";
import { readSessionCookie } from "../session-cookie.ts";

/** Finds out who asks. A request without a token costs no query. */
export const session: MiddlewareHandler<AppEnv> = async (c, next) => {
	c.set("user", null);
	c.set("is_admin", false);
	c.set("session_hash", null);
	const token = readSessionCookie(c);
	if (token) {
		const found = await c.get("deps").accounts.findSession(token);
		if (found) {
			c.set("user", found.user);
			c.set("session_hash", found.token_hash);
		}
	}
	await next();
};
