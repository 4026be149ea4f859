import type { AuthError } from "#contract/account.ts";

const PARAMETER = "auth_error";

const WORDS: Record<AuthError, string> = {
	google_failed: "Google sign-in failed",
	google_unverified:
		"Google sign-in failed: Google has not verified your email address. Please use email authentication.",
};

/** Why the way back from Google led nowhere, taken out of the address: a reload does not say it again. */
export function takeAuthError(): string | undefined {
	const url = new URL(window.location.href);
	const code = url.searchParams.get(PARAMETER);
	if (code === null) return undefined;
	url.searchParams.delete(PARAMETER);
	window.history.replaceState(window.history.state, "", url);
	return code === "google_unverified" ? WORDS[code] : WORDS.google_failed;
}
