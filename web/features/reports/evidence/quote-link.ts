/** A shorter quote is looked for as a whole. */
const WHOLE_CHARS = 100;
/** So many words at either end find the place of a longer one. */
const END_WORDS = 5;

/**
 * The page's address with a text fragment, at which browsers scroll to the quote and mark it; null
 * if it is not a web address. The ends of a quote of several lines lie in different blocks of the
 * page, which only a range can span.
 */
export function quoteLink(address: string, quote: string): string | null {
	const href = webAddress(address);
	if (href === null) return null;
	const lines = quote.split(/[\n\t]+/).filter((line) => line.trim() !== "");
	const first = words(lines[0]);
	const last = words(lines.at(-1));
	const is_whole =
		lines.length < 2 &&
		(quote.length <= WHOLE_CHARS || first.length <= 2 * END_WORDS);
	const directive = is_whole
		? encode(first.join(" "))
		: `${encode(first.slice(0, END_WORDS).join(" "))},${encode(last.slice(-END_WORDS).join(" "))}`;
	const [page = "", fragment = ""] = href.split("#", 2);
	const [section = ""] = fragment.split(":~:", 1);
	return `${page}#${section}:~:text=${directive}`;
}

/** The sample pages of demo mode are on this site: a path, and no other host after two slashes. */
const OWN_PATH = /^\/(?![/\\])/;

/** The address as a link's target; null if it is not http(s), or carries a name and password. */
export function webAddress(address: string): string | null {
	if (OWN_PATH.test(address)) return address;
	const url = URL.canParse(address) ? new URL(address) : null;
	if (url === null || !/^https?:$/.test(url.protocol)) return null;
	return url.username === "" && url.password === "" ? url.href : null;
}

function words(line = ""): string[] {
	return line.trim().split(/\s+/);
}

/** A dash has a meaning of its own in a text fragment. */
function encode(text: string): string {
	return encodeURIComponent(text).replaceAll("-", "%2D");
}
