import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "../app-env.ts";
import { isSecure } from "../is-secure.ts";
import { PAGE_POLICY } from "./content-policy.ts";

const HEADERS: Record<string, string> = {
	"content-security-policy": PAGE_POLICY,
	"x-content-type-options": "nosniff",
	"referrer-policy": "strict-origin-when-cross-origin",
	"permissions-policy":
		"camera=(), microphone=(), geolocation=(), payment=(), usb=()",
	// Signing in with Google is a redirect; nothing here needs to hold on to a window of its own.
	"cross-origin-opener-policy": "same-origin",
	"cross-origin-resource-policy": "same-origin",
};

/** Two years; browsers heed it over https alone. */
const ONLY_HTTPS = "max-age=63072000; includeSubDomains";

/** What stands on every page of the app, whatever its status. */
export const pageHeaders: MiddlewareHandler<AppEnv> = async (c, next) => {
	await next();
	for (const [name, value] of Object.entries(HEADERS)) c.header(name, value);
	if (isSecure(c)) c.header("strict-transport-security", ONLY_HTTPS);
	if (!c.res.headers.has("cache-control"))
		c.header("cache-control", "no-cache");
};
