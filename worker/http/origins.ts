import type { MiddlewareHandler } from "hono";
import { readAuthorization } from "#identity/authenticate.ts";
import type { AppEnv, RequestContext } from "./app-env.ts";
import { openToOthers } from "./other-sites.ts";
import { type ProblemError, problem } from "./problems.ts";
import { isOwnOrigin } from "./site-address.ts";

/**
 * Lets pages of other sites read public responses, and responses authorized by an API key. Never
 * with cookies, because `*` excludes credentials.
 */
export const crossOriginHeaders: MiddlewareHandler<AppEnv> = async (c, next) => {
	await next();
	const kind = c.get("endpoint")?.cross_origin;
	const preflight = c.req.method === "OPTIONS";
	const opened =
		kind === "public" || (kind === "keyed" && (preflight || readAuthorization(c) !== null));
	if (opened) openToOthers(c.res.headers);
};

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Unsafe methods accept JSON only, and a browser must send them from this site. Other clients
 * send neither Origin nor Sec-Fetch-Site. A page of another site that sends an API key acts with
 * this key only, and so does the browser extension on any route; cookies are ignored. So are they
 * where the token of an email decides, which a mail program sends as a form.
 */
export const sameOrigin: MiddlewareHandler<AppEnv> = async (c, next) => {
	const by_token = c.get("endpoint")?.cross_origin === "mail";
	if (!SAFE.has(c.req.method) && !by_token) {
		if (!bringsOwnKey(c) && isForeign(c)) throw crossSite(c);
		requireJson(c.req.header("content-type"), c.req.header("content-length"));
	}
	await next();
};

/**
 * Whether what the request does depends on no cookie: it acts with the key that it carries, or
 * exchanges an extension's code, which proves by itself who asks.
 */
function bringsOwnKey(c: RequestContext): boolean {
	const kind = c.get("endpoint")?.cross_origin;
	if (isFromExtension(c)) return kind === "extension" || readAuthorization(c) !== null;
	return kind === "keyed" && readAuthorization(c) !== null;
}

/**
 * Whether this site's browser extension sends the request. No web page can name such an origin.
 * Firefox gives each installation an origin of its own, so there the scheme has to do.
 */
function isFromExtension(c: RequestContext): boolean {
	const origin = c.req.header("origin") ?? "";
	if (origin.startsWith("moz-extension://")) return true;
	const { EXTENSION_IDS } = c.get("context").settings;
	return EXTENSION_IDS.some((id) => origin === `chrome-extension://${id}`);
}

/**
 * The refusal. Behind a proxy that ends TLS, a site that does not know its address refuses its own
 * pages; the operator then learns which setting is missing.
 */
function crossSite(c: RequestContext): ProblemError {
	const { APP_ORIGIN } = c.get("context").settings;
	const sent = c.req.header("origin") ?? "";
	const origin = URL.canParse(sent) ? new URL(sent) : null;
	if (APP_ORIGIN !== undefined || origin?.protocol !== "https:") return problem("cross_site");
	const own_page =
		c.req.header("sec-fetch-site") === "same-origin" ||
		origin.hostname === new URL(c.req.url).hostname;
	return own_page
		? problem("cross_site/no_address", { values: { origin: origin.origin } })
		: problem("cross_site");
}

/** Whether the browser says that a page of another site sent the request. */
export function isForeign(c: RequestContext): boolean {
	const site = c.req.header("sec-fetch-site");
	const origin = c.req.header("origin");
	const foreignSite = site !== undefined && site !== "same-origin" && site !== "none";
	const foreignOrigin = origin !== undefined && !isOwnOrigin(c.get("context"), c.req.url, origin);
	return foreignSite || foreignOrigin;
}

function requireJson(type: string | undefined, length: string | undefined) {
	const bare = type === undefined && (length ?? "0") === "0";
	if (bare || /^application\/json\s*(;|$)/i.test(type ?? "")) return;
	throw problem("not_json/media_type");
}
