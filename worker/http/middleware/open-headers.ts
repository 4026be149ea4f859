import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "../app-env.ts";

/**
 * For what other sites may load: cards, badges, pictures, feeds. Nothing in it
 * runs, and it sets no cookie; a route may widen the policy for its own needs.
 */
export const openHeaders: MiddlewareHandler<AppEnv> = async (c, next) => {
	await next();
	const headers = c.res.headers;
	headers.set("cross-origin-resource-policy", "cross-origin");
	headers.set("x-content-type-options", "nosniff");
	headers.set("referrer-policy", "strict-origin-when-cross-origin");
	headers.set(
		"strict-transport-security",
		"max-age=63072000; includeSubDomains",
	);
	if (!headers.has("content-security-policy"))
		headers.set(
			"content-security-policy",
			"default-src 'none'; frame-ancestors 'none'",
		);
	if (!headers.has("cache-control")) headers.set("cache-control", "no-store");
};
