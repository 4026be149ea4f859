import type { Context } from "hono";
import { isSecureRequest } from "#domain/site-address.ts";
import type { AppEnv } from "./app-env.ts";
import { isSecure } from "./is-secure.ts";

const HEADERS: Record<string, string> = {
	"x-content-type-options": "nosniff",
	"referrer-policy": "strict-origin-when-cross-origin",
	"permissions-policy":
		"camera=(), microphone=(), geolocation=(), payment=(), usb=()",
};

/** Two years; browsers heed it over https alone, so it is said there alone. */
const ONLY_HTTPS = "max-age=63072000; includeSubDomains";

/** For what holds data and no page of the app: nothing in it may run, load or be framed. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** What stands on every answer of the worker, whatever its status. */
export function setCommonHeaders(c: Context<AppEnv>): void {
	for (const [name, value] of Object.entries(HEADERS))
		c.res.headers.set(name, value);
	// A request that was refused at the door has come without the operator's word.
	const secure = c.get("deps")
		? isSecure(c)
		: isSecureRequest(c.req.url, undefined);
	if (secure) c.res.headers.set("strict-transport-security", ONLY_HTTPS);
}
