import type { User } from "#contract/account.ts";
import type { MemberId } from "#contract/ids.ts";
import { endStreams } from "#features/notifications/publish.ts";
import { rememberBrowser } from "#identity/known-browsers.ts";
import { SESSION_MAX_AGE_S } from "#identity/session-cookie.ts";
import { createSession } from "#identity/sessions.ts";
import { hashToken, newToken } from "#identity/tokens.ts";
import type { Context } from "#worker/context.ts";

/** What a browser keeps from now on, each as a token of which only the hash is stored. */
export type OpenedSession = {
	token: string;
	/** Shows later that somebody has signed in here before. */
	browser_token: string;
	/** Nobody has signed in to the account here, but has elsewhere. */
	new_browser: boolean;
};

export type SignedIn = OpenedSession & { user: User };

/** The browser in which a session is opened. */
export type Browser = {
	user_agent: string | null;
	/** The session that the browser has already. */
	session_hash: string | null;
	/** Of what it has kept since an earlier sign-in. */
	known_browser: string | null;
};

/** What is known of how the member proved who they are. */
export type Proof = {
	/** The password that was checked; nothing opens if it has been replaced since. */
	password_hash?: string | undefined;
	/** If not just now: when, or null if nobody knows. */
	proven_at?: string | null;
};

/** Opens a session that replaces the browser's earlier one. */
export async function openSession(
	context: Context,
	member_id: MemberId,
	browser: Browser,
): Promise<OpenedSession> {
	const opened = await openProvenSession(context, member_id, browser, {});
	if (opened === null) throw new Error("The member is gone");
	return opened;
}

/** null if the member is gone, or has replaced the password while this one was being checked. */
export async function openProvenSession(
	context: Context,
	member_id: MemberId,
	{ user_agent, session_hash: previous, known_browser }: Browser,
	{ password_hash, proven_at }: Proof,
): Promise<OpenedSession | null> {
	const [token, browser_token] = [newToken(), newToken()];
	const token_hash = hashToken(token);
	const now = context.now();
	const created_at = now.toISOString();
	const expires_at = new Date(
		now.getTime() + SESSION_MAX_AGE_S * 1_000,
	).toISOString();
	const { opened, ended } = await createSession(
		context.db.primary,
		{
			...{ token_hash, member_id, created_at, expires_at, user_agent },
			...(proven_at !== undefined && { proven_at }),
		},
		{ previous, ...(password_hash !== undefined && { password_hash }) },
	);
	await endStreams(context, ...ended);
	if (!opened) return null;
	const { known, first } = await rememberBrowser(context.db.primary, {
		member_id,
		previous_hash: known_browser,
		token_hash: hashToken(browser_token),
		now: created_at,
	});
	return { token, browser_token, new_browser: !known && !first };
}
