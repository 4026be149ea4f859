import { Hono } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import * as z from "zod";
import type { AuthError } from "#contract/account.ts";
import { SECOND_FACTOR_FRAGMENT, safeReturnPath } from "#contract/addresses.ts";
import type { AppEnv, RequestContext } from "#http/app-env.ts";
import { empty, type Operations } from "#http/operation.ts";
import { isForeign } from "#http/origins.ts";
import { problem } from "#http/problems.ts";
import { isSecure, siteOrigin } from "#http/site-address.ts";
import { readCaller } from "#identity/caller.ts";
import { writeSignInCookies } from "#identity/session-cookie.ts";
import { finishProviderSignIn, googleClient } from "./finish-sign-in.ts";
import { authorizationUrl, type OidcClient } from "./identity-provider.ts";
import {
	createTransaction,
	sealTransaction,
	TRANSACTION_S,
	unsealTransaction,
} from "./transaction.ts";

/**
 * Sign-in with Google. The browser itself navigates to these addresses, so failures redirect to a
 * page of the app.
 */
export const google = new Hono<AppEnv>()
	.get("/", async (c) => {
		const client = requireClient(c);
		// Google may complete without any interaction, so a page of another site must not be able to
		// start the sign-in.
		if (isForeign(c)) return failed(c, "google_failed");
		const transaction = createTransaction(
			`${siteOrigin(c.get("context"), c.req.url)}/api/auth/google/callback`,
			safeReturnPath(c.req.query("return_to")),
			// A member who is signed in already has to reauthenticate.
			c.get("session_hash") !== null,
		);
		try {
			const url = await authorizationUrl(client, transaction);
			writeTransactionCookie(c, await sealTransaction(client, transaction));
			return c.redirect(url);
		} catch (error) {
			return failed(c, "google_failed", error);
		}
	})
	.get("/callback", async (c) => {
		const client = requireClient(c);
		const sealed = readTransactionCookie(c);
		clearTransactionCookie(c);
		const transaction = sealed ? await unsealTransaction(client, sealed) : null;
		try {
			const outcome = await finishProviderSignIn(
				c.get("context"),
				client,
				transaction,
				new URL(c.req.url).searchParams,
				readCaller(c),
			);
			if (typeof outcome === "string") return failed(c, outcome);
			const back = transaction?.return_to ?? "/";
			if ("second_factor_token" in outcome) {
				const [path] = back.split("#");
				// The token is in the fragment, which no server, log or referrer contains.
				return c.redirect(`${path}#${SECOND_FACTOR_FRAGMENT}=${outcome.second_factor_token}`);
			}
			writeSignInCookies(c, outcome);
			return c.redirect(back);
		} catch (error) {
			return failed(c, "google_failed", error);
		}
	});

function requireClient(c: RequestContext): OidcClient {
	const client = googleClient(c.get("context"));
	if (client) return client;
	throw problem("google_unavailable");
}

function failed(c: RequestContext, why: AuthError, error?: unknown): Response {
	const request_id = c.get("request_id");
	c.get("context").log.warn("Google sign-in failed", {
		request_id,
		why,
		...(error !== undefined && { error }),
	});
	return c.redirect(`/?auth_error=${why}`);
}

/** The cookie's path: the browser sends it only to the two routes of this sign-in. */
const PATH = "/api/auth/google";

function nameOf(c: RequestContext): string {
	return isSecure(c) ? "__Secure-google-sign-in" : "google-sign-in";
}

function readTransactionCookie(c: RequestContext): string | undefined {
	return getCookie(c, nameOf(c));
}

/** SameSite=Lax, because the browser returns by a navigation from another site. */
function writeTransactionCookie(c: RequestContext, sealed: string) {
	setCookie(c, nameOf(c), sealed, {
		path: PATH,
		httpOnly: true,
		secure: isSecure(c),
		sameSite: "Lax",
		maxAge: TRANSACTION_S,
	});
}

function clearTransactionCookie(c: RequestContext): void {
	deleteCookie(c, nameOf(c), { path: PATH, secure: isSecure(c) });
}

/** Sign-in with Google in the API description. */
export const googleOperations = (): Operations => ({
	"GET /api/auth/google": {
		id: "signInWithGoogle",
		summary: "Sign in with Google, in a browser",
		access: "everyone",
		query: { return_to: z.string().describe("A path of this site.") },
		answers: { 302: empty("Redirects to Google, or back with an error.") },
		problems: { 404: "This site has not set up Google sign-in." },
	},
	"GET /api/auth/google/callback": {
		id: "finishGoogle",
		summary: "Where Google returns the browser",
		access: "everyone",
		query: { state: z.string(), code: z.string() },
		answers: { 302: empty("Redirects to the app.") },
		problems: { 404: "This site has not set up Google sign-in." },
	},
});
