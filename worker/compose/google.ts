import { MemberId } from "#contract/ids.ts";
import type { ProviderSignIns } from "#features/accounts/google/finish-sign-in.ts";
import {
	createIdentityProvider,
	type SignInTransaction,
} from "#features/accounts/google/identity-provider.ts";
import { adoptIdentity } from "#features/accounts/google/identity-queries.ts";
import { createSeal } from "#features/accounts/google/sealed-token.ts";
import { newId, newToken } from "#identity/tokens.ts";
import { openSession } from "./accounts.ts";
import type { Base } from "./base.ts";

/** Choosing an account and a second factor take minutes. */
export const TRANSACTION_S = 10 * 60;

/** null where the operator has set up no client at the provider. */
export function composeGoogle(base: Base) {
	const { db, now, settings } = base;
	const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, GOOGLE_ISSUER } = settings;
	if (!GOOGLE_CLIENT_ID || !GOOGLE_CLIENT_SECRET) return null;
	const seal = createSeal(GOOGLE_CLIENT_SECRET, "google sign-in transaction");
	return {
		provider: createIdentityProvider({
			issuer: GOOGLE_ISSUER,
			client_id: GOOGLE_CLIENT_ID,
			client_secret: GOOGLE_CLIENT_SECRET,
		}),
		adopt: (identity) =>
			adoptIdentity(db, identity, {
				member_id: MemberId.parse(newId()),
				now: now(),
			}),
		openSession: (member_id, browser) =>
			openSession(base, {
				member_id,
				user_agent: browser.user_agent,
				session_hash: browser.session_hash,
			}),
		newTransaction: (
			redirect_uri: string,
			return_to: string,
		): SignInTransaction => ({
			...{ redirect_uri, return_to },
			state: newToken(),
			nonce: newToken(),
			code_verifier: newToken(),
		}),
		seal: (transaction: SignInTransaction) =>
			seal.close(transaction, TRANSACTION_S),
		/** What was sealed is what comes out: nobody else has the key. */
		unseal: async (token: string) =>
			(await seal.open(token)) as SignInTransaction | null,
	} satisfies ProviderSignIns & Record<string, unknown>;
}
