import type { Settings } from "#worker/env.ts";
import type { RequestContext } from "./app-env.ts";

type Site = { settings: Pick<Settings, "APP_ORIGIN"> };

/**
 * The origin that visitors see, without a trailing slash: APP_ORIGIN, otherwise the request's
 * origin.
 */
export function siteOrigin({ settings }: Site, request_url: string): string {
	return new URL(settings.APP_ORIGIN ?? request_url).origin;
}

/**
 * What addresses start with that another person reads than the sender of a request, who chooses its
 * origin: in mails, on the console, in a run's failure. APP_ORIGIN without a trailing slash, or ""
 * if it is not set, so that they are paths.
 */
export function configuredOrigin({ settings: { APP_ORIGIN } }: Site): string {
	return APP_ORIGIN === undefined ? "" : new URL(APP_ORIGIN).origin;
}

/**
 * Whether the browser uses https: directly, or through a proxy that terminates TLS in front of
 * the host in APP_ORIGIN.
 */
export function isSecureRequest({ settings: { APP_ORIGIN } }: Site, request_url: string): boolean {
	const request = new URL(request_url);
	if (request.protocol === "https:") return true;
	const site = APP_ORIGIN === undefined ? null : new URL(APP_ORIGIN);
	return site?.protocol === "https:" && site.host === request.host;
}

/** A host of a parsed URL that the owner of a name cannot choose: localhost, or an IP address. */
export function isFixedHost(hostname: string): boolean {
	return hostname === "localhost" || /^(?:\[[\da-f:.]+\]|(?:\d{1,3}\.){3}\d{1,3})$/.test(hostname);
}

/**
 * Whether an Origin header is this site's: APP_ORIGIN, which is set behind a proxy, or the request's
 * own origin. Without TLS, the owner of any name can let it lead here (DNS rebinding), so a site
 * that has a name accepts no other then.
 */
export function isOwnOrigin(
	{ settings: { APP_ORIGIN } }: Site,
	request_url: string,
	origin: string,
): boolean {
	const request = new URL(request_url);
	if (APP_ORIGIN === undefined) return origin === request.origin;
	if (origin === new URL(APP_ORIGIN).origin) return true;
	const safe = request.protocol === "https:" || isFixedHost(request.hostname);
	return safe && origin === request.origin;
}

/** Whether the browser uses https, so that cookies may be `Secure`. */
export function isSecure(c: RequestContext): boolean {
	return isSecureRequest(c.get("context"), c.req.url);
}
