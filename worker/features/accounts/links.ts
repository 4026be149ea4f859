import { hashToken, newToken } from "#identity/tokens.ts";
import type { Context } from "#worker/context.ts";
import { createCode } from "./link-codes.ts";
import type { ComingBrowser } from "./token-queries.ts";

/** Credentials showing that this browser is the one that signed up. */
export type SignUpBrowser = {
	session_hash: string | null;
	/** The token that the browser has stored since its sign-up, if any. */
	sign_up_token: string | null;
};

/** Returns a link's token and code for the mail, and their hashes for the database. */
export async function createLink({ now }: Context, lifetime_ms: number) {
	const token = newToken();
	const { code, code_hash } = await createCode();
	const at = now();
	return {
		token,
		code,
		stored: {
			hash: hashToken(token),
			code_hash,
			created_at: at.toISOString(),
			expires_at: new Date(at.getTime() + lifetime_ms).toISOString(),
		},
	};
}

/** The lookup key of a link: its hash, and the current time to exclude expired links. */
export function linkKey({ now }: Context, token: string) {
	return { hash: hashToken(token), now: now().toISOString() };
}

export function hashBrowser({ session_hash, sign_up_token }: SignUpBrowser): ComingBrowser {
	const browser_hash = sign_up_token === null ? null : hashToken(sign_up_token);
	return { session_hash, browser_hash };
}
