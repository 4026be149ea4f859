import type { Later } from "./mailer.ts";

/** What an account use-case knows of the request beside what was sent. */
export type Caller = {
	/** The network address. */
	address: string;
	user_agent: string | null;
	/** Of the session that the browser came with, if any. */
	session_hash: string | null;
	/** The site as its visitors see it; links in mails begin with it. */
	origin: string;
	later: Later;
};
