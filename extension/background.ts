import * as z from "zod";
import type { Result } from "./answers.ts";
import { Key, LookupPage } from "./answers.ts";
import type { BackgroundMessage, LookupAnswer, SignInAnswer } from "./messages.ts";
import { ask, keep, readKept, ServerProblem } from "./server.ts";

/** Of a million results about fifteen share four digits: the server cannot tell which is watched. */
const PREFIX_DIGITS = 4;
/** If there are more results than an answer has room for. */
const LONGER_PREFIX_DIGITS = 6;
const KEPT_MS = 10 * 60_000;
/** The page does not wait for the lookup; this ends requests that hang. */
const LOOKUP_TIMEOUT_MS = 8_000;

/** Only this extension's own pages and scripts are answered. */
chrome.runtime.onMessage.addListener((message: unknown, sender, reply) => {
	if (sender.id !== chrome.runtime.id) return false;
	void answer(message as BackgroundMessage).then(reply, () => reply(null));
	return true;
});

// Scripts in YouTube's pages cannot read the key. Firefox keeps them out in part of its versions only.
void chrome.storage.local
	.setAccessLevel?.({ accessLevel: "TRUSTED_CONTEXTS" })
	.catch(() => undefined);

async function answer(message: BackgroundMessage): Promise<LookupAnswer | SignInAnswer | null> {
	switch (message.type) {
		case "lookup": {
			const [{ cards = true }, result] = await Promise.all([
				readKept(),
				lookUp(String(message.video_id)).catch(() => "unreachable" as const),
			]);
			return { cards, result };
		}
		case "no_cards":
			await keep({ cards: false });
			return null;
		case "sign_in":
			return signIn();
		default:
			return null;
	}
}

const Stored = z.object({ at: z.number(), results: LookupPage.shape.results });

/** The result of a video, by the beginning of its id's hash; asked once in ten minutes. */
async function lookUp(video_id: string): Promise<Result | null> {
	const digits = toHex(await sha256(video_id));
	for (const length of [PREFIX_DIGITS, LONGER_PREFIX_DIGITS]) {
		const page = await readPage(digits.slice(0, length));
		const found = page.results.find(({ id }) => id === video_id);
		if (found) return found;
		if (!page.truncated) return null;
	}
	return null;
}

async function readPage(prefix: string) {
	const kept = await chrome.storage.session
		.get(prefix)
		.then((values) => Stored.safeParse(values[prefix]).data)
		.catch(() => undefined);
	if (kept && Date.now() - kept.at < KEPT_MS) return { results: kept.results, truncated: false };
	const page = await ask(`/api/v1/lookup/${prefix}?statements=1`, {
		schema: LookupPage,
		timeout_ms: LOOKUP_TIMEOUT_MS,
	});
	if (!page.truncated)
		await chrome.storage.session
			.set({ [prefix]: { at: Date.now(), results: page.results } })
			// If the storage is full, it is cleared.
			.catch(() => chrome.storage.session.clear());
	return page;
}

function toHex(bytes: Uint8Array): string {
	return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const REFUSED = "You were not signed in. Please try again.";

/**
 * Lets the member press Allow on the site, and exchanges the code for a key (RFC 7636). The
 * verifier never leaves this function but to the server, and the browser alone sees the code.
 */
async function signIn(): Promise<{ problem: string | null }> {
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

async function sha256(text: string): Promise<Uint8Array> {
	const bytes = new TextEncoder().encode(text);
	return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

function toBase64Url(bytes: Uint8Array): string {
	return btoa(String.fromCharCode(...bytes))
		.replaceAll("+", "-")
		.replaceAll("/", "_")
		.replaceAll("=", "");
}
