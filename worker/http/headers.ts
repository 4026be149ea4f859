import type { MiddlewareHandler } from "hono";
import type { AppEnv, RequestContext } from "./app-env.ts";
import { openToOthers } from "./other-sites.ts";
import { isSecureRequest } from "./site-address.ts";

const HEADERS: Record<string, string> = {
	"x-content-type-options": "nosniff",
	"referrer-policy": "strict-origin-when-cross-origin",
	"permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
};

/** Two years. Sent over https only, because browsers ignore the header otherwise. */
const ONLY_HTTPS = "max-age=63072000; includeSubDomains";

/** For data that is not a page: it may not run, load anything or be framed. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Sets the headers of every response, whatever its status. */
export function setCommonHeaders(c: RequestContext): void {
	for (const [name, value] of Object.entries(HEADERS)) c.res.headers.set(name, value);
	// A request that is refused early has no context.
	const context = c.get("context") ?? { settings: {} };
	const secure = isSecureRequest(context, c.req.url);
	if (secure) c.res.headers.set("strict-transport-security", ONLY_HTTPS);
}

/** For API responses: browsers may not execute, frame or sniff them. */
export const apiHeaders: MiddlewareHandler<AppEnv> = async (c, next) => {
	await next();
	setCommonHeaders(c);
	const headers = c.res.headers;
	if (!headers.has("content-security-policy")) headers.set("content-security-policy", DATA_POLICY);
	// Other sites read public responses with CORS, and have no reason to embed them.
	headers.set("cross-origin-resource-policy", "same-origin");
	if (!headers.has("cache-control")) headers.set("cache-control", "no-store");
};

/**
 * For documents that other sites may embed and read: cards, badges, pictures, feeds. They contain no
 * script, and neither read nor set a cookie. A route may extend the policy.
 */
export const openHeaders: MiddlewareHandler<AppEnv> = async (c, next) => {
	await next();
	setCommonHeaders(c);
	const headers = c.res.headers;
	headers.set("cross-origin-resource-policy", "cross-origin");
	openToOthers(headers);
	if (!headers.has("content-security-policy")) headers.set("content-security-policy", DATA_POLICY);
	if (!headers.has("cache-control")) headers.set("cache-control", "no-store");
};

const SHAPE = /^[A-Za-z0-9_-]{8,64}$/;

/** Gives each response the id under which its request is logged. */
export const requestId: MiddlewareHandler<AppEnv> = async (c, next) => {
	// The middleware of pages may run after that of documents; the request keeps its first id.
	const given = c.get("request_id") ?? c.req.header("x-request-id") ?? "";
	const id = SHAPE.test(given) ? given : crypto.randomUUID();
	c.set("request_id", id);
	await next();
	c.header("x-request-id", id);
};

/**
 * Sends every limit that the request was counted against: the quota `q` of a window of `w`
 * seconds, the remaining quota `r`, and the seconds `t` until the window resets.
 */
export const rateLimitHeaders: MiddlewareHandler<AppEnv> = async (c, next) => {
	await next();
	const limits = [...c.get("context").counted.values()];
	if (!limits.length) return;
	const policies = limits.map(
		({ policy, limit, window_ms }) => `"${policy}";q=${limit};w=${Math.ceil(window_ms / 1000)}`,
	);
	const left = limits.map(
		({ policy, remaining, reset_s }) => `"${policy}";r=${remaining};t=${reset_s}`,
	);
	c.res.headers.set("ratelimit-policy", policies.join(", "));
	c.res.headers.set("ratelimit", left.join(", "));
};
