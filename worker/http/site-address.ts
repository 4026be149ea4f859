import type { Context } from "hono";
import type { AppEnv } from "./app-env.ts";

/**
 * The origin that people see, without a slash at the end: the operator's word,
 * else the one that the request itself came to.
 */
export function siteOrigin(
	request_url: string,
	app_origin: string | undefined,
): string {
	return new URL(app_origin ?? request_url).origin;
}

/**
 * Whether the browser came by https: the request did, or a proxy that ends TLS
 * stands in front of the host that the operator has named with https.
 */
export function isSecureRequest(
	request_url: string,
	app_origin: string | undefined,
): boolean {
	const request = new URL(request_url);
	if (request.protocol === "https:") return true;
	const site = app_origin === undefined ? null : new URL(app_origin);
	return site?.protocol === "https:" && site.host === request.host;
}

/**
 * Whether a browser's Origin is this site's: that of the request itself, or the
 * one the operator has set because a proxy stands in front.
 */
export function isOwnOrigin(
	origin: string,
	request_url: string,
	app_origin: string | undefined,
): boolean {
	return (
		origin === new URL(request_url).origin ||
		(app_origin !== undefined && origin === new URL(app_origin).origin)
	);
}

/** Whether the browser came by https, so that its cookies may insist on it. */
export function isSecure(c: Context<AppEnv>): boolean {
	return c.get("deps").site.isSecure(c.req.url);
}
