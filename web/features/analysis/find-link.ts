import { parseAddress } from "#contract/addresses.ts";
import { MAX_LINK_CHARS } from "#contract/limits.ts";

const PLATFORM = /(?:^|\.)(?:youtube|youtube-nocookie|youtubekids)\.com\.?$|^youtu\.be\.?$/;
/** A single "~" may be part of an address. */
const SEPARATOR = /~~|[\s"'<>()[\]*`|…—【】]/;
/** The slashes may be damaged, which the server mends. */
const WEB_LINK = /^https?:\/{0,2}[^/]/i;

/**
 * Finds the link in a text: the first one to YouTube, otherwise the first to any site, because
 * the server has the best message about a wrong link. null if there is none. Only the server
 * decides whether the link leads to a video.
 */
export function findLink(text: string): string | null {
	const words = text
		.slice(0, MAX_LINK_CHARS)
		.split(SEPARATOR)
		.map((word) => word.replace(/^(_{1,3}|~)([^_].*)\1$/, "$2"));
	return words.find(leadsToPlatform) ?? words.find((word) => WEB_LINK.test(word)) ?? null;
}

function leadsToPlatform(word: string): boolean {
	const link = WEB_LINK.test(word) ? word : `https://${word}`;
	const url = parseAddress(link);
	// A bare host name is a mention of YouTube, not a link to a video.
	return url !== null && PLATFORM.test(url.hostname) && url.pathname !== "/";
}

/**
 * The link that a deep link, the bookmarklet or a phone's share sheet passed in the address;
 * empty if there is none. Android passes it in `text`. A link to YouTube takes precedence,
 * whichever parameter contains it.
 */
export function sharedLink(params: URLSearchParams): string {
	const given = ["url", "text", "title"].map((name) => params.get(name) ?? "");
	return findLink(given.join(" ")) ?? given[0]?.trim() ?? "";
}
