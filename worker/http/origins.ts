import type { MiddlewareHandler } from "hono";
import { readAuthorization } from "#identity/authenticate.ts";
import type { AppEnv, RequestContext } from "./app-env.ts";
import { problem } from "./problems.ts";
import { isOwnOrigin } from "./site-address.ts";

/**
 * Which addresses pages of other sites may read. `public`: reads that are the same for
 * everyone. `keyed`: the API for programs, with a key that the page itself sends; cookies
 * do not count there. `own`: everything else.
 */
type CrossOrigin = "public" | "keyed" | "own";

const ID = "[^/]+";
/** A list of exceptions: a new route is closed until it is listed. */
const PUBLIC = [
	"health",
	"samples",
	"stats",
	"community",
	"search",
	"openapi\\.json",
	"videos",
	"videos/recent",
	`videos/${ID}`,
	`videos/${ID}/transcript`,
	`videos/${ID}/events`,
	`videos/${ID}/evidence`,
	`evidence/${ID}`,
	`videos/${ID}/export`,
	`videos/${ID}/export\\.csv`,
	"v1/lookup",
	`v1/lookup/${ID}`,
];
const PUBLIC_PATH = new RegExp(`^/api/(?:${PUBLIC.join("|")})$`);
const KEYED_PATH = /^\/api\/v1\//;

export function crossOriginRules(path: string): CrossOrigin {
	if (PUBLIC_PATH.test(path)) return "public";
	return KEYED_PATH.test(path) ? "keyed" : "own";
}

/** Headers of an answer that pages of other sites may read. */
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
 * Lets pages of other sites read public answers, and answers that an API key opens. Never
 * with cookies: browsers accept `*` only without them.
 */
export const crossOriginHeaders: MiddlewareHandler<AppEnv> = async (
	c,
	next,
) => {
	await next();
	const kind = crossOriginRules(c.req.path);
	const preflight = c.req.method === "OPTIONS";
	const opened =
		kind === "public" ||
		(kind === "keyed" && (preflight || readAuthorization(c) !== null));
	if (!opened) return;
	c.res.headers.set("access-control-allow-origin", "*");
	c.res.headers.set("access-control-expose-headers", EXPOSED);
};

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Unsafe methods take JSON only, and a browser has to send them from this site. Other
 * clients send neither header. A page of another site that sends a key to the API for
 * programs acts with that key only; cookies are ignored there.
 */
export const sameOrigin: MiddlewareHandler<AppEnv> = async (c, next) => {
	if (!SAFE.has(c.req.method)) {
		if (!bringsOwnKey(c) && isForeign(c)) throw problem("cross_site");
		requireJson(c.req.header("content-type"), c.req.header("content-length"));
	}
	await next();
};

function bringsOwnKey(c: RequestContext): boolean {
	return (
		crossOriginRules(c.req.path) === "keyed" && readAuthorization(c) !== null
	);
}

/** Whether a browser says that a page of another site sends it. */
export function isForeign(c: RequestContext): boolean {
	const site = c.req.header("sec-fetch-site");
	const origin = c.req.header("origin");
	const foreignSite =
		site !== undefined && site !== "same-origin" && site !== "none";
	const foreignOrigin =
		origin !== undefined && !isOwnOrigin(c.get("context"), c.req.url, origin);
	return foreignSite || foreignOrigin;
}

function requireJson(type: string | undefined, length: string | undefined) {
	const bare = type === undefined && (length ?? "0") === "0";
	if (bare || /^application\/json\s*(;|$)/i.test(type ?? "")) return;
	throw problem("not_json/media_type");
}
