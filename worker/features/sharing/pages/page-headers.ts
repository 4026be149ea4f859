import type { MiddlewareHandler } from "hono";
import { PLAYER_ORIGIN } from "#contract/addresses.ts";
import type { AppEnv } from "#http/app-env.ts";
import { setCommonHeaders } from "#http/headers.ts";

const DIRECTIVES = [
	"default-src 'none'",
	"script-src 'self'",
	"style-src 'self'",
	// The platform's pictures of videos. A member's own picture comes through this site.
	"img-src 'self' https://i.ytimg.com https://*.ytimg.com",
	"font-src 'self'",
	"connect-src 'self'",
	"manifest-src 'self'",
	"worker-src 'self'",
	// The player, which is loaded when a visitor clicks play.
	`frame-src ${PLAYER_ORIGIN}`,
	"form-action 'self'",
	"base-uri 'none'",
	"object-src 'none'",
	"frame-ancestors 'none'",
	"require-trusted-types-for 'script'",
	"trusted-types 'none'",
];

/** No inline script and no nonce, so that a page is the same for everyone and can be cached. */
export const PAGE_POLICY = DIRECTIVES.join("; ");

const HEADERS: Record<string, string> = {
	"content-security-policy": PAGE_POLICY,
	// Signing in with Google is a redirect; no window needs a reference to another one.
	"cross-origin-opener-policy": "same-origin",
	"cross-origin-resource-policy": "same-origin",
};

/** The headers of every page of the app, whatever its status. */
export const pageHeaders: MiddlewareHandler<AppEnv> = async (c, next) => {
	await next();
	setCommonHeaders(c);
	for (const [name, value] of Object.entries(HEADERS)) c.header(name, value);
	if (!c.res.headers.has("cache-control"))
		c.header("cache-control", "no-cache");
};
