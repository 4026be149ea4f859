import type { RequestContext } from "#http/app-env.ts";
import { runInBackground } from "#http/background.ts";
import { siteOrigin } from "#http/site-address.ts";
import type { Later } from "#outbound/mail/mailer.ts";
import { callerKey } from "./network.ts";
import { readKnownBrowserCookie } from "./session-cookie.ts";
import { hashToken } from "./tokens.ts";

export function readCaller(c: RequestContext): Caller {
	const known = readKnownBrowserCookie(c);
	return {
		address: readAddress(c),
		user_agent: c.req.header("user-agent") ?? null,
		// Some routes have no session middleware.
		session_hash: c.get("session_hash") ?? null,
		known_browser: known === null ? null : hashToken(known),
		origin: siteOrigin(c.get("context"), c.req.url),
		later: runInBackground(c),
	};
}

/** What an account operation knows about the request besides its body. */
export type Caller = {
	/** The network address, as `readAddress` names it. */
	address: string;
	user_agent: string | null;
	/** The session of the browser's cookie, if there is one. */
	session_hash: string | null;
	/** The hash of what the browser has kept since an earlier sign-in, if any. */
	known_browser: string | null;
	/** The site as its visitors see it; links in mails begin with it. */
	origin: string;
	later: Later;
};

/**
 * Who sends the request, as limits count them: by the address that the edge saw, in the one header
 * that a client cannot set there. Nothing else reads that header.
 */
export function readAddress(c: RequestContext): string {
	return callerKey(c.req.header("cf-connecting-ip") ?? "local");
}
