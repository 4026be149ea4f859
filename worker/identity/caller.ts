import type { RequestContext } from "#http/app-env.ts";
import { runInBackground } from "#http/background.ts";
import { siteOrigin } from "#http/site-address.ts";
import type { Later } from "#outbound/mail/mailer.ts";

export function readCaller(c: RequestContext): Caller {
	return {
		address: readAddress(c),
		user_agent: c.req.header("user-agent") ?? null,
		// Some routes have no session middleware.
		session_hash: c.get("session_hash") ?? null,
		origin: siteOrigin(c.get("context"), c.req.url),
		later: runInBackground(c),
	};
}

/** What an account operation knows about the request besides its body. */
export type Caller = {
	/** The network address. */
	address: string;
	user_agent: string | null;
	/** The session of the browser's cookie, if there is one. */
	session_hash: string | null;
	/** The site's origin as visitors see it; links in mails start with it. */
	origin: string;
	later: Later;
};

/** The caller's network address, from the one header that the edge sets and a client cannot. */
export function readAddress(c: RequestContext): string {
	return c.req.header("cf-connecting-ip") ?? "local";
}
