import { hashPassword, verifyPassword } from "#adapters/crypto/password.ts";
import { hashToken, newId, newToken } from "#adapters/crypto/token.ts";
import {
	confirmAddress,
	issueConfirmation,
	issueReset,
	resetOwner,
	resetPassword,
} from "#adapters/db/store-auth-tokens.ts";
import {
	createMember,
	findMemberForSignIn,
	registerMember,
} from "#adapters/db/store-members.ts";
import { createSession, deleteSession } from "#adapters/db/store-sessions.ts";
import { MemberId } from "#contract/ids.ts";
import { SESSION_MAX_AGE_S } from "#http/session-cookie.ts";
import type { Accounts } from "#use-cases/accounts.ts";
import { accountQuotas } from "./account-quotas.ts";
import type { Base } from "./base.ts";
import { DAY_MS, MINUTE_MS } from "./durations.ts";
import { mailerFor } from "./mail.ts";

/** People read their mail within a day. */
const CONFIRM_LINK_MS = DAY_MS;
/** Whoever asks for a new password is waiting for it. */
const RESET_LINK_MS = 30 * MINUTE_MS;

export function composeAccounts(base: Base) {
	const { db, now, settings } = base;
	const confirms_by_mail = settings.SMTP_URL !== undefined;
	return {
		...composeLinks(base, confirms_by_mail),
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

function composeLinks({ db, now }: Base, confirms_by_mail: boolean) {
	const newLink = (lifetime_ms: number) => {
		const token = newToken();
		const created_at = now();
		const expires_at = later(created_at, lifetime_ms);
		return {
			token,
			stored: { hash: hashToken(token), created_at, expires_at },
		};
	};
	return {
		async registerMember(member) {
			const { token, stored } = newLink(CONFIRM_LINK_MS);
			const { password_hash } = member;
			const row = { ...newMember(member, stored.created_at), password_hash };
			return { token, ...(await registerMember(db, row, stored)) };
		},
		async issueConfirmation(email) {
			const { token, stored } = newLink(CONFIRM_LINK_MS);
			// Without mail, whoever signed up has used the account already, and may
			// not be who reads the console: that link brings no password along.
			const keeps_password = confirms_by_mail;
			const link = { ...stored, email, keeps_password };
			const recipient = await issueConfirmation(db, link);
			return recipient && { token, ...recipient };
		},
		async issueReset(email) {
			const { token, stored } = newLink(RESET_LINK_MS);
			const recipient = await issueReset(db, { ...stored, email });
			return recipient && { token, ...recipient };
		},
		confirmAddress: (token, session_hash) =>
			confirmAddress(db, { hash: hashToken(token), session_hash, now: now() }),
		resetOwner: (token) => resetOwner(db, hashToken(token), now()),
		resetPassword: (token, password_hash) =>
			resetPassword(db, { hash: hashToken(token), password_hash, now: now() }),
	} satisfies Partial<Accounts>;
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
