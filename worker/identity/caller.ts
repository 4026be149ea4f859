import type { RequestContext } from "#http/app-env.ts";
import { runInBackground } from "#http/background.ts";
import { configuredOrigin } from "#http/site-address.ts";
import type { Later } from "#outbound/mail/mailer.ts";
import { callerKey } from "./network.ts";
import { readKnownBrowserCookie } from "./session-cookie.ts";
import { hashToken } from "./tokens.ts";

export function readCaller(c: RequestContext): Caller {
	const known = readKnownBrowserCookie(c);
	return {
		address: readAddress(c),
		user_agent: c.req.header("user-agent") ?? null,
		// Endpoints for everyone look nobody up.
		session_hash: c.get("session_hash") ?? null,
		known_browser: known === null ? null : hashToken(known),
		origin: configuredOrigin(c.get("context")),
		later: runInBackground(c),
	};
}

/** What account operations need to know about a request besides its body. */
export type Caller = {
	/** The network address as returned by `readAddress`. */
	address: string;
	user_agent: string | null;
	/** The hash of the browser's session cookie, if there is one. */
	session_hash: string | null;
	/** The hash of the known-browser token from an earlier sign-in, if any. */
	known_browser: string | null;
	/** What links in mails start with, as returned by `configuredOrigin`. */
	origin: string;
	later: Later;
};

/**
 * The key by which limits count the sender. It is derived from the address in the edge's own
 * header, which clients cannot set there. This is the only place that reads the header.
 */
export function readAddress(c: RequestContext): string {
	return callerKey(c.req.header("cf-connecting-ip") ?? "local");
}
