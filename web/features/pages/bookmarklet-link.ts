/**
 * A bookmark that opens this site with the link of the page one is on. `void`
 * keeps that page as it is; the new tab leaves the video where it was.
 */
export function bookmarkletLink(origin: string): string {
	const target = `'${origin}/?url='+encodeURIComponent(location.href)`;
	return `javascript:void(open(${target}))`;
}
