import { hashPassword, verifyPassword } from "#adapters/crypto/password.ts";
import { hashToken, newId, newToken } from "#adapters/crypto/token.ts";
import {
	createMember,
	findMemberForSignIn,
} from "#adapters/db/store-members.ts";
import {
	createSession,
	deleteSession,
	readSession,
} from "#adapters/db/store-sessions.ts";
import { quotas } from "#adapters/durable/quotas.ts";
import { MemberId } from "#contract/ids.ts";
import { SESSION_MAX_AGE_S } from "#http/session-cookie.ts";
import type { Accounts } from "#use-cases/accounts.ts";
import type { Base } from "./base.ts";
import { HOUR_MS, MINUTE_MS } from "./durations.ts";

/** An address may be shared by a household or an office: it gets four times an account's tries. */
const ADDRESS_SHARE = 4;

export function composeAccounts(base: Base) {
	const { db, now } = base;
	return {
		quota: accountQuotas(base),
		hashPassword,
		verifyPassword,
		createMember: (member) =>
			createMember(db, {
				id: MemberId.parse(newId()),
				created_at: now(),
				avatar_url: null,
				email_confirmed_at: null,
				...member,
			}),
		findMemberForSignIn: (email) => findMemberForSignIn(db, email),
		async openSession(member_id, user_agent) {
			const token = newToken();
			const opened_at = new Date(now());
			await createSession(db, {
				token_hash: hashToken(token),
				member_id,
				created_at: opened_at.toISOString(),
				expires_at: new Date(
					opened_at.getTime() + SESSION_MAX_AGE_S * 1_000,
				).toISOString(),
				user_agent,
			});
			return token;
		},
		async findSession(token: string) {
			const token_hash = hashToken(token);
			const user = await readSession(db, token_hash, now());
			return user && { user, token_hash };
		},
		endSession: (token_hash: string) => deleteSession(db, token_hash),
	} satisfies Accounts & Record<string, unknown>;
}

function accountQuotas({ env, settings }: Base): Accounts["quota"] {
	const quota = quotas(env.QUOTA);
	const { LIMIT_SIGN_IN, LIMIT_SIGN_UP } = settings;
	const account = (email: string) =>
		quota(`sign-in:account:${hashToken(email)}`, LIMIT_SIGN_IN, 15 * MINUTE_MS);
	const origin = (address: string) =>
		quota(
			`sign-in:address:${address}`,
			LIMIT_SIGN_IN * ADDRESS_SHARE,
			15 * MINUTE_MS,
		);
	return {
		signUps: (address) =>
			quota(`sign-up:${address}`, LIMIT_SIGN_UP, HOUR_MS).take(),
		async maySignIn(email, address) {
			const [byAccount, byAddress] = await Promise.all([
				account(email).peek(),
				origin(address).peek(),
			]);
			return byAccount.ok ? byAddress : byAccount;
		},
		async signInFailed(email, address) {
			await Promise.all([account(email).take(), origin(address).take()]);
		},
		signInSucceeded: (email) => account(email).clear(),
	};
}
