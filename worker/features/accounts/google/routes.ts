import { type Context, Hono } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { AuthError } from "#contract/account.ts";
import { safeReturnPath } from "#contract/addresses.ts";
import type { AppEnv } from "#http/app-env.ts";
import { ProblemError } from "#http/problems.ts";
import { isSecure, siteOrigin } from "#http/site-address.ts";
import { readCaller } from "#identity/caller.ts";
import { writeSessionCookie } from "#identity/session-cookie.ts";
import { log } from "#worker/log.ts";
import { finishProviderSignIn } from "./finish-sign-in.ts";

/**
 * Sign-in with Google: the browser itself comes here, so what goes wrong on
 * the way is told on a page of the app.
 */
export const google = new Hono<AppEnv>()
	.get("/", async (c) => {
		const deps = googleOf(c);
		const transaction = deps.newTransaction(
			`${siteOrigin(c.get("context"), c.req.url)}/api/auth/google/callback`,
			safeReturnPath(c.req.query("return_to")),
		);
		try {
			const url = await deps.provider.authorizationUrl(transaction);
			writeTransactionCookie(c, await deps.seal(transaction));
			return c.redirect(url);
		} catch (error) {
			return failed(c, "google_failed", error);
		}
	})
	.get("/callback", async (c) => {
		const deps = googleOf(c);
		const sealed = readTransactionCookie(c);
		clearTransactionCookie(c);
		const transaction = sealed ? await deps.unseal(sealed) : null;
		const state = c.req.query("state") ?? null;
		const code = c.req.query("code") ?? null;
		try {
			const outcome = await finishProviderSignIn(
				deps,
				transaction,
				{ state, code },
				readCaller(c),
			);
			if (typeof outcome === "string") return failed(c, outcome);
			writeSessionCookie(c, outcome.token);
			return c.redirect(transaction?.return_to ?? "/");
		} catch (error) {
			return failed(c, "google_failed", error);
		}
	});

function googleOf(c: Context<AppEnv>) {
	const { google } = c.get("deps");
	if (google) return google;
	throw new ProblemError({
		status: 404,
		code: "google_unavailable",
		title: "Google sign-in is not available",
		detail: "Google sign-in is not available. Please use email authentication.",
	});
}

function failed(c: Context<AppEnv>, why: AuthError, error?: unknown): Response {
	if (error)
		log("Google sign-in failed", { request_id: c.get("request_id"), error });
	return c.redirect(`/?auth_error=${why}`);
}

/** Sent to the two routes of the sign-in and to nothing else. */
const PATH = "/api/auth/google";
const MAX_AGE_S = 10 * 60;

function nameOf(c: Context<AppEnv>): string {
	return isSecure(c) ? "__Secure-google-sign-in" : "google-sign-in";
}

function readTransactionCookie(c: Context<AppEnv>): string | undefined {
	return getCookie(c, nameOf(c));
}

/** Lax, as the browser comes back from another site. */
function writeTransactionCookie(c: Context<AppEnv>, sealed: string) {
	setCookie(c, nameOf(c), sealed, {
		path: PATH,
		httpOnly: true,
		secure: isSecure(c),
		sameSite: "Lax",
		maxAge: MAX_AGE_S,
	});
}

function clearTransactionCookie(c: Context<AppEnv>): void {
	deleteCookie(c, nameOf(c), { path: PATH, secure: isSecure(c) });
}
