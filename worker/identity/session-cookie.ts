import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { RequestContext } from "#http/app-env.ts";
import { isSecure } from "#http/site-address.ts";

/** A browser stays signed in for at most 90 days. */
export const SESSION_MAX_AGE_S = 90 * 24 * 60 * 60;
/** The proof that this browser signed up is valid as long as the confirmation link. */
export const SIGN_UP_MAX_AGE_S = 24 * 60 * 60;
/**
 * After a year without a sign-in a browser counts as new. Browsers do not keep cookies much
 * longer either.
 */
export const KNOWN_BROWSER_MAX_AGE_S = 365 * 24 * 60 * 60;
const TOKEN_SHAPE = /^[A-Za-z0-9_-]{43}$/;

type Kept = "session" | "sign-up" | "known-browser";

/** Over https, the prefix `__Host-` makes the browser protect the cookie. A laptop has no TLS. */
function cookieName(c: RequestContext, kept: Kept): string {
	return isSecure(c) ? `__Host-${kept}` : kept;
}

export function readSessionCookie(c: RequestContext): string | null {
	return read(c, "session");
}

/** Sets the cookies of a sign-in. */
export function writeSignInCookies(
	c: RequestContext,
	{ token, browser_token }: { token: string; browser_token: string },
): void {
	write(c, "session", token, SESSION_MAX_AGE_S);
	write(c, "known-browser", browser_token, KNOWN_BROWSER_MAX_AGE_S);
}

export function clearSessionCookie(c: RequestContext): void {
	clear(c, "session");
}

/** The token that identifies a known browser. It stays when the member signs out. */
export function readKnownBrowserCookie(c: RequestContext): string | null {
	return read(c, "known-browser");
}

/** The token that proves that this browser signed up, and so chose the password. */
export function readSignUpCookie(c: RequestContext): string | null {
	return read(c, "sign-up");
}

export function writeSignUpCookie(c: RequestContext, token: string): void {
	write(c, "sign-up", token, SIGN_UP_MAX_AGE_S);
}

export function clearSignUpCookie(c: RequestContext): void {
	if (getCookie(c, cookieName(c, "sign-up")) !== undefined) clear(c, "sign-up");
}

function read(c: RequestContext, kept: Kept): string | null {
	const token = getCookie(c, cookieName(c, kept));
	return token && TOKEN_SHAPE.test(token) ? token : null;
}

function write(c: RequestContext, kept: Kept, token: string, maxAge: number): void {
	setCookie(c, cookieName(c, kept), token, {
		path: "/",
		httpOnly: true,
		secure: isSecure(c),
		sameSite: "Lax",
		maxAge,
	});
}

function clear(c: RequestContext, kept: Kept): void {
	deleteCookie(c, cookieName(c, kept), { path: "/", secure: isSecure(c) });
}
