import { MemberId } from "#contract/ids.ts";
import {
	createMember,
	findMemberForSignIn,
	registerMember,
} from "#features/accounts/member-queries.ts";
import { hashPassword, verifyPassword } from "#features/accounts/passwords.ts";
import {
	type ComingBrowser,
	confirmAddress,
	findPendingSignUp,
	issueConfirmation,
	issueReset,
	resetOwner,
	resetPassword,
} from "#features/accounts/token-queries.ts";
import {
	SESSION_MAX_AGE_S,
	SIGN_UP_MAX_AGE_S,
} from "#identity/session-cookie.ts";
import { createSession, deleteSession } from "#identity/sessions.ts";
import { hashToken, newId, newToken } from "#identity/tokens.ts";
import type { Accounts, SignUpBrowser } from "#use-cases/accounts.ts";
import { MINUTE_MS } from "#worker/durations.ts";
import { accountQuotas } from "./account-quotas.ts";
import type { Base } from "./base.ts";
import { mailerFor } from "./mail.ts";

/** People read their mail within a day. */
const CONFIRM_LINK_MS = SIGN_UP_MAX_AGE_S * 1_000;
/** Whoever asks for a new password is waiting for it. */
const RESET_LINK_MS = 30 * MINUTE_MS;

export function composeAccounts(base: Base) {
	const { db, now, settings } = base;
	const confirms_by_mail = settings.SMTP_URL !== undefined;
	return {
		...composeLinks(base),
		quota: accountQuotas(base),
		confirms_by_mail,
		mailerFor: mailerFor(settings),
		hashPassword,
		verifyPassword,
		createMember: (member) => createMember(db, newMember(member, now())),
		findMemberForSignIn: (email) => findMemberForSignIn(db, email),
		openSession: (member_id, { user_agent, session_hash }) =>
			openSession(base, { member_id, user_agent, session_hash }),
		openProvenSession: (
			member_id,
			{ user_agent, session_hash },
			password_hash,
		) =>
			tryToOpenSession(base, {
				...{ member_id, user_agent, session_hash, password_hash },
			}),
		endSession: (token_hash: string) => deleteSession(db, token_hash),
	} satisfies Accounts & Record<string, unknown>;
}

type Opening = {
	member_id: MemberId;
	user_agent: string | null;
	/** Of the session that the browser had. */
	session_hash: string | null;
	password_hash?: string;
};

/** Opens a session in the place of the browser's earlier one; returns its token. */
export async function openSession(
	base: Base,
	opening: Opening,
): Promise<string> {
	const token = await tryToOpenSession(base, opening);
	if (token === null) throw new Error("The member is gone");
	return token;
}

async function tryToOpenSession(
	{ db, now }: Base,
	opening: Opening,
): Promise<string | null> {
	const { member_id, user_agent, session_hash: previous } = opening;
	const { password_hash } = opening;
	const token = newToken();
	const created_at = now();
	const expires_at = later(created_at, SESSION_MAX_AGE_S * 1_000);
	const token_hash = hashToken(token);
	const opened = await createSession(
		db,
		{ token_hash, member_id, created_at, expires_at, user_agent },
		{ previous, ...(password_hash !== undefined && { password_hash }) },
	);
	return opened ? token : null;
}

function composeLinks({ db, now }: Base) {
	const newLink = (lifetime_ms: number) => {
		const token = newToken();
		const created_at = now();
		const expires_at = later(created_at, lifetime_ms);
		return {
			token,
			stored: { hash: hashToken(token), created_at, expires_at },
		};
	};
	const linkOf = (token: string) => ({ hash: hashToken(token), now: now() });
	return {
		async registerMember(member) {
			const { token, stored } = newLink(CONFIRM_LINK_MS);
			const { password_hash } = member;
			const row = { ...newMember(member, stored.created_at), password_hash };
			const sign_up_token = newToken();
			const link = { ...stored, browser_hash: hashToken(sign_up_token) };
			const registered = await registerMember(db, row, link);
			return { token, sign_up_token, ...registered };
		},
		async issueConfirmation(email) {
			const { token, stored } = newLink(CONFIRM_LINK_MS);
			const recipient = await issueConfirmation(db, { ...stored, email });
			return recipient && { token, ...recipient };
		},
		async issueReset(email) {
			const { token, stored } = newLink(RESET_LINK_MS);
			const recipient = await issueReset(db, { ...stored, email });
			return recipient && { token, ...recipient };
		},
		findPendingSignUp: (token, browser) =>
			findPendingSignUp(db, { ...linkOf(token), ...comingBrowser(browser) }),
		confirmAddress: (token, session_hash, chosen) =>
			confirmAddress(db, { ...linkOf(token), session_hash }, chosen),
		resetOwner: (token) => resetOwner(db, hashToken(token), now()),
		resetPassword: (token, browser, set) =>
			resetPassword(db, { ...linkOf(token), ...comingBrowser(browser) }, set),
	} satisfies Partial<Accounts>;
}

function comingBrowser({
	session_hash,
	sign_up_token,
}: SignUpBrowser): ComingBrowser {
	const browser_hash = sign_up_token === null ? null : hashToken(sign_up_token);
	return { session_hash, browser_hash };
}

function newMember<
	Given extends { full_name: string; email: string; password_hash: string },
>(given: Given, created_at: string) {
	return {
		...given,
		id: MemberId.parse(newId()),
		created_at,
		avatar_url: null,
		email_confirmed_at: null,
	};
}

function later(instant: string, ms: number): string {
	return new Date(Date.parse(instant) + ms).toISOString();
}
