import type { Context, MiddlewareHandler } from "hono";
import type { AppEnv } from "../app-env.ts";
import { invalidKey, readBearerKey } from "../bearer-key.ts";
import { inBackground } from "../in-background.ts";
import { readSessionCookie } from "../session-cookie.ts";

/**
 * Finds out who asks, by API key or else by cookie. A request with neither
 * costs no query; a key that is not valid is refused.
 */
export const session: MiddlewareHandler<AppEnv> = async (c, next) => {
	const visitor = await identify(c);
	c.set("user", visitor?.user ?? null);
	c.set("is_admin", visitor?.is_admin ?? false);
	c.set("session_hash", visitor?.session_hash ?? null);
	if (visitor?.touch) inBackground(c)(visitor.touch);
	await next();
};

async function identify(c: Context<AppEnv>) {
	const { visitors } = c.get("deps");
	const key = readBearerKey(c);
	if (key !== null) {
		const member = await visitors.byKey(key);
		if (!member) throw invalidKey();
		return member;
	}
	const token = readSessionCookie(c);
	return token === null ? null : visitors.bySession(token);
}
