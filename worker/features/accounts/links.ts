import { hashToken, newToken } from "#identity/tokens.ts";
import type { Context } from "#worker/context.ts";
import type { ComingBrowser } from "./token-queries.ts";

/** What shows that a browser is one that signed up. */
export type SignUpBrowser = {
	session_hash: string | null;
	/** The token that it has kept since its own sign-up, if it still does. */
	sign_up_token: string | null;
};

/** A link's secret for the mail, and what is stored of it: only a hash. */
export function createLink({ now }: Context, lifetime_ms: number) {
	const token = newToken();
	const at = now();
	return {
		token,
		stored: {
			hash: hashToken(token),
			created_at: at.toISOString(),
			expires_at: new Date(at.getTime() + lifetime_ms).toISOString(),
		},
	};
}

/** What a link is found by, if it has not expired. */
export function linkKey({ now }: Context, token: string) {
	return { hash: hashToken(token), now: now().toISOString() };
}

export function hashBrowser({
	session_hash,
	sign_up_token,
}: SignUpBrowser): ComingBrowser {
	const browser_hash = sign_up_token === null ? null : hashToken(sign_up_token);
	return { session_hash, browser_hash };
}
