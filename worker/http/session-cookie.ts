import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { AppEnv } from "./app-env.ts";
import { isSecure } from "./is-secure.ts";

/** A signed-in browser stays so for 90 days at most. */
export const SESSION_MAX_AGE_S = 90 * 24 * 60 * 60;
const TOKEN_SHAPE = /^[A-Za-z0-9_-]{43}$/;

/** Over https the browser itself guards the name's prefix; on a laptop there is no TLS. */
function nameOf(c: Context<AppEnv>): string {
	return isSecure(c) ? "__Host-session" : "session";
}

export function readSessionCookie(c: Context<AppEnv>): string | null {
	const token = getCookie(c, nameOf(c));
	return token && TOKEN_SHAPE.test(token) ? token : null;
}

export function writeSessionCookie(c: Context<AppEnv>, token: string): void {
	setCookie(c, nameOf(c), token, {
		path: "/",
		httpOnly: true,
		secure: isSecure(c),
		sameSite: "Lax",
		maxAge: SESSION_MAX_AGE_S,
	});
}

export function clearSessionCookie(c: Context<AppEnv>): void {
	deleteCookie(c, nameOf(c), { path: "/", secure: isSecure(c) });
}
