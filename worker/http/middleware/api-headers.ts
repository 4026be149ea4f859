import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "../app-env.ts";

/** An API answer is data: nothing in it may run, be framed or be guessed at. */
export const apiHeaders: MiddlewareHandler<AppEnv> = async (c, next) => {
	await next();
	const headers = c.res.headers;
	if (!headers.has("content-security-policy"))
		headers.set(
			"content-security-policy",
			"default-src 'none'; frame-ancestors 'none'",
		);
	headers.set("x-content-type-options", "nosniff");
	headers.set("referrer-policy", "strict-origin-when-cross-origin");
	headers.set(
		"strict-transport-security",
		"max-age=63072000; includeSubDomains",
	);
	if (!headers.has("cache-control")) headers.set("cache-control", "no-store");
};
