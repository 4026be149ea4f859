/** Longer than any page of ours. */
const MAX_CHARS = 500;
/** Stands in for whatever origin the site has. */
const HERE = "https://here.invalid";

/** The path of a page of our own to go back to; the start page for anything else. */
export function returnPath(wanted: string | null | undefined): string {
	if (!wanted?.startsWith("/") || wanted.length > MAX_CHARS) return "/";
	let url: URL;
	try {
		url = new URL(wanted, HERE);
	} catch {
		return "/";
	}
	if (url.origin !== HERE || url.pathname.startsWith("//")) return "/";
	// The API is no page: it would show somebody raw data, or sign them in once more.
	return /^\/api(\/|$)/i.test(url.pathname)
		? "/"
		: url.pathname + url.search + url.hash;
}
