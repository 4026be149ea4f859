import type { MiddlewareHandler } from "hono";
import { PLAYER_ORIGIN } from "#contract/addresses.ts";
import type { AppEnv, RequestContext } from "#http/app-env.ts";
import { setCommonHeaders } from "#http/headers.ts";
import { type InlineHashes, readShell } from "./shell.ts";

/**
 * A page's policy. What the build wrote into the page is named by its hash and not by a nonce, so
 * that a page is the same for everyone and can be cached.
 */
export const pagePolicy = ({ scripts, styles }: InlineHashes): string =>
	[
		"default-src 'none'",
		["script-src 'self'", ...scripts].join(" "),
		["style-src 'self'", ...styles].join(" "),
		...DIRECTIVES,
	].join("; ");

const DIRECTIVES = [
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

const HEADERS: Record<string, string> = {
	// Signing in with Google is a redirect; no window needs a reference to another one.
	"cross-origin-opener-policy": "same-origin",
	"cross-origin-resource-policy": "same-origin",
};

/** The headers of every page of the app, whatever its status. */
export const pageHeaders: MiddlewareHandler<AppEnv> = async (c, next) => {
	await next();
	setCommonHeaders(c);
	for (const [name, value] of Object.entries(HEADERS)) c.header(name, value);
	c.header("content-security-policy", pagePolicy(await inlineHashes(c)));
	if (!c.res.headers.has("cache-control")) c.header("cache-control", "no-cache");
};

/** None if the built page cannot be read: then the answer is no page. */
async function inlineHashes(c: RequestContext): Promise<InlineHashes> {
	const assets = c.env.ASSETS;
	const shell = assets && (await readShell(assets, c.req.url).catch(() => null));
	return shell ? shell.inline : { scripts: [], styles: [] };
}
