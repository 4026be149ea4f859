import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "../app-env.ts";
import { DATA_POLICY, setCommonHeaders } from "../common-headers.ts";

/**
 * For what other sites may load: cards, badges, pictures, feeds. Nothing in it
 * runs, and it sets no cookie; a route may widen the policy for its own needs.
 */
export const openHeaders: MiddlewareHandler<AppEnv> = async (c, next) => {
	await next();
	setCommonHeaders(c);
	const headers = c.res.headers;
	headers.set("cross-origin-resource-policy", "cross-origin");
	if (!headers.has("content-security-policy"))
		headers.set("content-security-policy", DATA_POLICY);
	if (!headers.has("cache-control")) headers.set("cache-control", "no-store");
};
