import { Key } from "./answers.ts";
import { ask, keep, readKept, ServerProblem } from "./server.ts";

const REFUSED = "You were not signed in. Please try again.";

/**
 * Lets the member press Allow on the site, and exchanges the code for a key (RFC 7636). The
 * verifier never leaves this function but to the server, and the browser alone sees the code.
 */
export async function signIn(): Promise<{ problem: string | null }> {
	const { server } = await readKept();
	const redirect_uri = chrome.identity.getRedirectURL();
	const code_verifier = randomText();
	const state = randomText();
	const page = new URL("/extension/authorize", server);
	page.search = new URLSearchParams({
		redirect_uri,
		code_challenge: toBase64Url(await sha256(code_verifier)),
		code_challenge_method: "S256",
		state,
	}).toString();
	const returned = await chrome.identity
		.launchWebAuthFlow({ url: page.href, interactive: true })
		.catch(() => undefined);
	const answer = returned?.startsWith(redirect_uri) ? new URL(returned).searchParams : null;
	const code = answer?.get("code");
	if (!code || answer?.get("state") !== state) return { problem: REFUSED };
	try {
		const { key } = await ask("/api/extension/token", {
			schema: Key,
			method: "POST",
			body: { code, code_verifier, redirect_uri },
		});
		// The server may have been changed while the window was open.
		if ((await readKept()).server !== server) return { problem: REFUSED };
		await keep({ key });
		return { problem: null };
	} catch (thrown) {
		return { problem: thrown instanceof ServerProblem ? thrown.message : REFUSED };
	}
}

function randomText(): string {
	return toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
}

export async function sha256(text: string): Promise<Uint8Array> {
	const bytes = new TextEncoder().encode(text);
	return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

function toBase64Url(bytes: Uint8Array): string {
	return btoa(String.fromCharCode(...bytes))
		.replaceAll("+", "-")
		.replaceAll("/", "_")
		.replaceAll("=", "");
}
