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
