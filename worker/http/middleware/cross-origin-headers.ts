import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "../app-env.ts";
import { readAuthorization } from "../bearer-key.ts";
import { crossOriginOf } from "../cross-origin.ts";

/** What a page of another site may see of an answer beside its body. */
const EXPOSED = [
	"ETag",
	"Idempotency-Replayed",
	"Link",
	"Location",
	"RateLimit",
	"RateLimit-Policy",
	"Retry-After",
	"X-Request-Id",
].join(", ");

/**
 * Lets pages of other sites read what is public, and what a program's key
 * opens; never with cookies, as browsers take `*` only without them.
 */
export const crossOriginHeaders: MiddlewareHandler<AppEnv> = async (
	c,
	next,
) => {
	await next();
	const kind = crossOriginOf(c.req.path);
	const preflight = c.req.method === "OPTIONS";
	const opened =
		kind === "public" ||
		(kind === "keyed" && (preflight || readAuthorization(c) !== null));
	if (!opened) return;
	c.res.headers.set("access-control-allow-origin", "*");
	c.res.headers.set("access-control-expose-headers", EXPOSED);
};
