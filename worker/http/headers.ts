import type { MiddlewareHandler } from "hono";
import type { AppEnv, RequestContext } from "./app-env.ts";
import { isSecureRequest } from "./site-address.ts";

const HEADERS: Record<string, string> = {
	"x-content-type-options": "nosniff",
	"referrer-policy": "strict-origin-when-cross-origin",
	"permissions-policy":
		"camera=(), microphone=(), geolocation=(), payment=(), usb=()",
};

/** Two years; browsers heed it over https alone, so it is said there alone. */
const ONLY_HTTPS = "max-age=63072000; includeSubDomains";

/** For what holds data and no page of the app: nothing in it may run, load or be framed. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** What stands on every answer of the worker, whatever its status. */
export function setCommonHeaders(c: RequestContext): void {
	for (const [name, value] of Object.entries(HEADERS))
		c.res.headers.set(name, value);
	// A request that was refused at the door has come without the operator's word.
	const context = c.get("context") ?? { settings: {} };
	const secure = isSecureRequest(context, c.req.url);
	if (secure) c.res.headers.set("strict-transport-security", ONLY_HTTPS);
}

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

const SHAPE = /^[A-Za-z0-9_-]{8,64}$/;

/** Every answer can be found in the log by the id it carries. */
export const requestId: MiddlewareHandler<AppEnv> = async (c, next) => {
	// A document's address may end as a page's; the request stays the same one.
	const given = c.get("request_id") ?? c.req.header("x-request-id") ?? "";
	const id = SHAPE.test(given) ? given : crypto.randomUUID();
	c.set("request_id", id);
	await next();
	c.header("x-request-id", id);
};

/**
 * Tells the caller of every limit that the request was counted against: how
 * much a window grants (`q` in `w` seconds), what is left of it (`r`) and when
 * it starts anew (`t`, seconds).
 */
export const rateLimitHeaders: MiddlewareHandler<AppEnv> = async (c, next) => {
	await next();
	const limits = [...c.get("context").counted.values()];
	if (!limits.length) return;
	const policies = limits.map(
		({ policy, limit, window_ms }) =>
			`"${policy}";q=${limit};w=${Math.ceil(window_ms / 1000)}`,
	);
	const left = limits.map(
		({ policy, remaining, reset_s }) =>
			`"${policy}";r=${remaining};t=${reset_s}`,
	);
	c.res.headers.set("ratelimit-policy", policies.join(", "));
	c.res.headers.set("ratelimit", left.join(", "));
};
