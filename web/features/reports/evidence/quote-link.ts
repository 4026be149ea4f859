import { parseAddress } from "#contract/addresses.ts";

/** Quotes up to this length are matched as a whole. */
const WHOLE_CHARS = 100;
/** For longer quotes, this many words at each end identify the place. */
const END_WORDS = 5;

/**
 * The page's address with a text fragment, so that browsers scroll to the quote and highlight it.
 * null if it is not a web address. A quote of several lines may span blocks of the page, which
 * only a range in the fragment can match.
 */
export function quoteLink(address: string, quote: string): string | null {
	const href = webAddress(address);
	if (href === null) return null;
	const lines = quote.split(/[\n\t]+/).filter((line) => line.trim() !== "");
	const first = words(lines[0]);
	const last = words(lines.at(-1));
	const is_whole =
		lines.length < 2 && (quote.length <= WHOLE_CHARS || first.length <= 2 * END_WORDS);
	const directive = is_whole
		? encode(first.join(" "))
		: `${encode(first.slice(0, END_WORDS).join(" "))},${encode(last.slice(-END_WORDS).join(" "))}`;
	const [page = "", fragment = ""] = href.split("#", 2);
	const [section = ""] = fragment.split(":~:", 1);
	return `${page}#${section}:~:text=${directive}`;
}

/** The path of a sample page on this site. Two slashes at the start would be another host. */
const OWN_PATH = /^\/(?![/\\])/;

/**
 * The address as a link target; null if it is not http(s), or if it contains a name and password.
 */
export function webAddress(address: string): string | null {
	if (OWN_PATH.test(address)) return address;
	const url = parseAddress(address);
	if (url === null || !/^https?:$/.test(url.protocol)) return null;
	return url.username === "" && url.password === "" ? url.href : null;
}

function words(line = ""): string[] {
	return line.trim().split(/\s+/);
}

/** Escapes dashes, which have a special meaning in a text fragment. */
function encode(text: string): string {
	return encodeURIComponent(text).replaceAll("-", "%2D");
}
