import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "../app-env.ts";
import { DATA_POLICY, setCommonHeaders } from "../common-headers.ts";

/** An API answer is data: nothing in it may run, be framed or be guessed at. */
export const apiHeaders: MiddlewareHandler<AppEnv> = async (c, next) => {
	await next();
	setCommonHeaders(c);
	const headers = c.res.headers;
	if (!headers.has("content-security-policy"))
		headers.set("content-security-policy", DATA_POLICY);
	// Other sites' programs read what is open to them by asking; no page embeds it.
	headers.set("cross-origin-resource-policy", "same-origin");
	if (!headers.has("cache-control")) headers.set("cache-control", "no-store");
};
