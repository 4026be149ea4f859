import type { Settings } from "#worker/env.ts";
import type { RequestContext } from "./app-env.ts";

/** As much of the context as the site's address depends on. */
type Site = { settings: Pick<Settings, "APP_ORIGIN"> };

/** The origin that people see, without a slash at the end: APP_ORIGIN, else the request's own. */
export function siteOrigin({ settings }: Site, request_url: string): string {
	return new URL(settings.APP_ORIGIN ?? request_url).origin;
}

/**
 * Whether the browser came by https: either the request did, or a proxy that ends TLS stands in
 * front of the host that APP_ORIGIN names with https.
 */
export function isSecureRequest(
	{ settings: { APP_ORIGIN } }: Site,
	request_url: string,
): boolean {
	const request = new URL(request_url);
	if (request.protocol === "https:") return true;
	const site = APP_ORIGIN === undefined ? null : new URL(APP_ORIGIN);
	return site?.protocol === "https:" && site.host === request.host;
}

/**
 * Whether a browser's Origin is this site's: the request's own, or APP_ORIGIN, which is set when
 * a proxy stands in front.
 */
export function isOwnOrigin(
	{ settings: { APP_ORIGIN } }: Site,
	request_url: string,
	origin: string,
): boolean {
	return (
		origin === new URL(request_url).origin ||
		(APP_ORIGIN !== undefined && origin === new URL(APP_ORIGIN).origin)
	);
}

/** Whether the browser came by https, so that its cookies may insist on it. */
export function isSecure(c: RequestContext): boolean {
	return isSecureRequest(c.get("context"), c.req.url);
}
