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
