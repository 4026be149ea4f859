import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "../app-env.ts";
import { setCommonHeaders } from "../common-headers.ts";
import { PAGE_POLICY } from "./content-policy.ts";

const HEADERS: Record<string, string> = {
	"content-security-policy": PAGE_POLICY,
	// Signing in with Google is a redirect; nothing here needs to hold on to a window of its own.
	"cross-origin-opener-policy": "same-origin",
	"cross-origin-resource-policy": "same-origin",
};

/** What stands on every page of the app, whatever its status. */
export const pageHeaders: MiddlewareHandler<AppEnv> = async (c, next) => {
	await next();
	setCommonHeaders(c);
	for (const [name, value] of Object.entries(HEADERS)) c.header(name, value);
	if (!c.res.headers.has("cache-control"))
		c.header("cache-control", "no-cache");
};
