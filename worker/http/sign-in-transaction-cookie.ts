import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { AppEnv } from "./app-env.ts";
import { isSecure } from "./is-secure.ts";

/** Sent to the two routes of the sign-in and to nothing else. */
const PATH = "/api/auth/google";
const MAX_AGE_S = 10 * 60;

function nameOf(c: Context<AppEnv>): string {
	return isSecure(c) ? "__Secure-google-sign-in" : "google-sign-in";
}

export function readTransactionCookie(c: Context<AppEnv>): string | undefined {
	return getCookie(c, nameOf(c));
}

/** Lax, as the browser comes back from another site. */
export function writeTransactionCookie(c: Context<AppEnv>, sealed: string) {
	setCookie(c, nameOf(c), sealed, {
		path: PATH,
		httpOnly: true,
		secure: isSecure(c),
		sameSite: "Lax",
		maxAge: MAX_AGE_S,
	});
}

export function clearTransactionCookie(c: Context<AppEnv>): void {
	deleteCookie(c, nameOf(c), { path: PATH, secure: isSecure(c) });
}
