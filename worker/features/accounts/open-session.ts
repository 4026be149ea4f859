import type { User } from "#contract/account.ts";
import type { MemberId } from "#contract/ids.ts";
import { SESSION_MAX_AGE_S } from "#identity/session-cookie.ts";
import { createSession } from "#identity/sessions.ts";
import { hashToken, newToken } from "#identity/tokens.ts";
import type { Context } from "#worker/context.ts";

/** A member, and the session token for their browser. */
export type SignedIn = { user: User; token: string };

/** The browser in which a session is opened. */
export type Browser = {
	user_agent: string | null;
	/** The session that the browser has already. */
	session_hash: string | null;
};

/**
 * Opens a session that replaces the browser's earlier one. Returns the token for the
 * browser; only its hash is stored.
 */
export async function openSession(
	context: Context,
	member_id: MemberId,
	browser: Browser,
): Promise<string> {
	const token = await tryToOpenSession(context, member_id, browser);
	if (token === null) throw new Error("The member is gone");
	return token;
}

/** null if the password was replaced while this one was being checked. */
export function openProvenSession(
	context: Context,
	member_id: MemberId,
	browser: Browser,
	password_hash: string,
): Promise<string | null> {
	return tryToOpenSession(context, member_id, browser, password_hash);
}

async function tryToOpenSession(
	context: Context,
	member_id: MemberId,
	{ user_agent, session_hash: previous }: Browser,
	password_hash?: string,
): Promise<string | null> {
	const token = newToken();
	const token_hash = hashToken(token);
	const now = context.now();
	const created_at = now.toISOString();
	const expires_at = new Date(
		now.getTime() + SESSION_MAX_AGE_S * 1_000,
	).toISOString();
	const opened = await createSession(
		context.db.primary,
		{ token_hash, member_id, created_at, expires_at, user_agent },
		{ previous, ...(password_hash !== undefined && { password_hash }) },
	);
	return opened ? token : null;
}
