import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import * as z from "zod";
import type { AuthError } from "#contract/account.ts";
import { SECOND_FACTOR_FRAGMENT, safeReturnPath } from "#contract/addresses.ts";
import type { RequestContext } from "#http/app-env.ts";
import { endpoint } from "#http/endpoint.ts";
import { empty } from "#http/operation.ts";
import { isForeign } from "#http/origins.ts";
import { problem } from "#http/problems.ts";
import { isSecure, siteOrigin } from "#http/site-address.ts";
import { readCaller } from "#identity/caller.ts";
import { writeSignInCookies } from "#identity/session-cookie.ts";
import { newToken } from "#identity/tokens.ts";
import { finishProviderSignIn } from "./finish-sign-in.ts";
import { authorizationUrl, type OidcClient, type SignInTransaction } from "./identity-provider.ts";
import { keepIdentity } from "./link-identity.ts";
import { googleClient } from "./oidc-client.ts";
import { seal, unseal } from "./sealed-cookie.ts";

const PATH = "/api/auth/google";
const CALLBACK = `${PATH}/callback`;

/**
 * Sign-in with Google. The browser itself navigates to these addresses, so failures redirect to a
 * page of the app.
 */
export const googleEndpoints = [
	endpoint({
		method: "GET",
		path: PATH,
		id: "signInWithGoogle",
		summary: "Sign in with Google, in a browser",
		access: "known",
		query: { return_to: z.string().optional().describe("A path of this site.") },
		answers: { 302: empty("Redirects to Google, or back with an error.") },
		problems: { 404: "This site has not set up Google sign-in." },
		handle: async (context, { c, session_hash, query }) => {
			const client = requireClient(c);
			// Google may complete without any interaction, so a page of another site must not be able
			// to start the sign-in.
			if (isForeign(c)) return failed(c, "google_failed");
			const transaction = createTransaction(
				siteOrigin(context, c.req.url) + CALLBACK,
				safeReturnPath(query.return_to),
				// A member who is signed in already has to reauthenticate.
				session_hash !== null,
			);
			try {
				const url = await authorizationUrl(client, transaction);
				writeTransactionCookie(c, await seal(client, TRANSACTION, transaction));
				return c.redirect(url);
			} catch (error) {
				return failed(c, "google_failed", error);
			}
		},
	}),
	endpoint({
		method: "GET",
		path: CALLBACK,
		id: "finishGoogle",
		summary: "Where Google returns the browser",
		access: "known",
		query: { state: z.string().optional(), code: z.string().optional() },
		answers: { 302: empty("Redirects to the app.") },
		problems: { 404: "This site has not set up Google sign-in." },
		handle: async (context, { c }) => {
			const client = requireClient(c);
			const sealed = readTransactionCookie(c);
			clearTransactionCookie(c);
			const transaction = sealed
				? await unseal<SignInTransaction>(client, TRANSACTION, sealed)
				: null;
			try {
				const outcome = await finishProviderSignIn(
					context,
					client,
					transaction,
					new URL(c.req.url).searchParams,
					readCaller(c),
				);
				if (typeof outcome === "string") return failed(c, outcome);
				if ("to_link" in outcome) {
					await keepIdentity(c, client, outcome.to_link);
					return failed(c, "google_needs_password");
				}
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
		},
	}),
];

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

function nameOf(c: RequestContext): string {
	return isSecure(c) ? "__Secure-google-sign-in" : "google-sign-in";
}

function readTransactionCookie(c: RequestContext): string | undefined {
	return getCookie(c, nameOf(c));
}

/** SameSite=Lax, because the browser returns by a navigation from another site. */
function writeTransactionCookie(c: RequestContext, sealed: string) {
	setCookie(c, nameOf(c), sealed, {
		// The browser sends it only to the two endpoints of this sign-in.
		path: PATH,
		httpOnly: true,
		secure: isSecure(c),
		sameSite: "Lax",
		maxAge: TRANSACTION.lives_s,
	});
}

function clearTransactionCookie(c: RequestContext): void {
	deleteCookie(c, nameOf(c), { path: PATH, secure: isSecure(c) });
}

/** Choosing an account and entering a second factor take minutes. */
const TRANSACTION = { name: "google sign-in transaction", lives_s: 10 * 60 };

function createTransaction(
	redirect_uri: string,
	return_to: string,
	again: boolean,
): SignInTransaction {
	return {
		redirect_uri,
		return_to,
		again,
		state: newToken(),
		nonce: newToken(),
		code_verifier: newToken(),
	};
}
