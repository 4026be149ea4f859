import type { AuthError } from "#contract/account.ts";
import { SECOND_FACTOR_FRAGMENT } from "#contract/addresses.ts";

const PARAMETER = "auth_error";

const WORDS: Record<AuthError, string> = {
	google_failed: "Google sign-in failed",
	google_unverified:
		"Google sign-in failed: Google has not verified your email address. Please use email authentication.",
	google_not_recent:
		"Google has not asked for your password in the last 30 minutes. Sign out of Google and try again, or set a password here with Forgot Password.",
};

type GoogleReturn = {
	/** Why the sign-in failed, for the visitor. */
	problem: string | undefined;
	/** The token of a sign-in that still needs a code. */
	token: string | undefined;
};

/**
 * Reads the outcome of Google sign-in from the page's address and removes it there, so that a
 * reload does not show it again.
 */
export function readGoogleReturn(): GoogleReturn {
	const url = new URL(window.location.href);
	const code = url.searchParams.get(PARAMETER);
	url.searchParams.delete(PARAMETER);
	const fragment = new URLSearchParams(url.hash.slice(1));
	const token = fragment.get(SECOND_FACTOR_FRAGMENT) ?? undefined;
	if (token !== undefined) url.hash = "";
	window.history.replaceState(window.history.state, "", url);
	if (code === null) return { problem: undefined, token };
	const problem = Object.hasOwn(WORDS, code) ? WORDS[code as AuthError] : WORDS.google_failed;
	return { problem, token };
}
