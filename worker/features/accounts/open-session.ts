import type { User } from "#contract/account.ts";
import { formatUtcDate } from "#contract/format.ts";
import type { MemberId } from "#contract/ids.ts";
import { TAKEDOWN_REASONS } from "#contract/takedown-words.ts";
import { TakenDown } from "#contract/takedowns.ts";
import { endStreams } from "#features/notifications/publish.ts";
import { findTakedown } from "#features/takedowns/queries.ts";
import { problem } from "#http/problems.ts";
import { rememberBrowser } from "#identity/known-browsers.ts";
import { SESSION_MAX_AGE_S } from "#identity/session-cookie.ts";
import { createSession } from "#identity/sessions.ts";
import { hashToken, newToken } from "#identity/tokens.ts";
import type { Context } from "#worker/context.ts";

/** The tokens that a browser stores after a sign-in. The database stores only their hashes. */
export type OpenedSession = {
	token: string;
	/** Identifies this browser as known in later sign-ins. */
	browser_token: string;
	/** True if the member has signed in before, but not in this browser. */
	new_browser: boolean;
};

export type SignedIn = OpenedSession & { user: User };

/** The browser in which a session is opened. */
export type Browser = {
	user_agent: string | null;
	/** The hash of the browser's current session, if any. */
	session_hash: string | null;
	/** The hash of the known-browser token from an earlier sign-in, if any. */
	known_browser: string | null;
};

/** How and when the member authenticated. */
export type Proof = {
	/**
	 * The hash of the checked password. No session opens if the password was replaced in the
	 * meantime.
	 */
	password_hash?: string | undefined;
	/** When the member authenticated, if not just now; null if unknown. */
	proven_at?: string | null;
};

/** Opens a session that replaces the browser's previous one. */
export async function openSession(
	context: Context,
	member_id: MemberId,
	browser: Browser,
): Promise<OpenedSession> {
	const opened = await openProvenSession(context, member_id, browser, {});
	if (opened === null) throw new Error("The member is gone");
	return opened;
}

/** Throws if an admin has closed the account, with the reason. */
async function refuseClosed({ db }: Context, member_id: MemberId): Promise<void> {
	const takedown = await findTakedown(db.primary, "member", member_id);
	if (!takedown) return;
	const { reason, sentence, hidden_at } = takedown;
	throw problem("account_closed", {
		values: { day: formatUtcDate(hidden_at), reason: TAKEDOWN_REASONS[reason], sentence },
		taken_down: TakenDown.parse(takedown),
	});
}

/**
 * null if the account was deleted, or if its password was replaced while the old one was being
 * checked.
 */
export async function openProvenSession(
	context: Context,
	member_id: MemberId,
	{ user_agent, session_hash: previous, known_browser }: Browser,
	{ password_hash, proven_at }: Proof,
): Promise<OpenedSession | null> {
	await refuseClosed(context, member_id);
	const [token, browser_token] = [newToken(), newToken()];
	const token_hash = hashToken(token);
	const now = context.now();
	const created_at = now.toISOString();
	const expires_at = new Date(now.getTime() + SESSION_MAX_AGE_S * 1_000).toISOString();
	const { opened, ended } = await createSession(
		context.db.primary,
		{
			token_hash,
			member_id,
			created_at,
			expires_at,
			user_agent,
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
