import { MAX_LINK_CHARS } from "#contract/limits.ts";

const PLATFORM =
	/(?:^|\.)(?:youtube|youtube-nocookie|youtubekids)\.com$|^youtu\.be$/;
const WEB_LINK = /^https?:\/\/./i;

/**
 * The link in a text: the first one to YouTube, else the first to any site, because the server
 * explains best what is wrong with it. null if there is none. Only the server decides whether the
 * link leads to a video.
 */
export function findLink(text: string): string | null {
	const words = text.slice(0, MAX_LINK_CHARS).match(/[^\s"'<>()[\]]+/g) ?? [];
	return (
		words.find(leadsToPlatform) ??
		words.find((word) => WEB_LINK.test(word)) ??
		null
	);
}

function leadsToPlatform(word: string): boolean {
	const link = WEB_LINK.test(word) ? word : `https://${word}`;
	if (!URL.canParse(link)) return false;
	const { hostname, pathname } = new URL(link);
	// A bare host name is talk about YouTube, not a link to a video.
	return PLATFORM.test(hostname) && pathname !== "/";
}

/**
 * The link that a deep link, the bookmarklet or a phone's share sheet put into the address; empty
 * if there is none. Android puts it into `text`. A link to YouTube comes before any other,
 * whichever parameter has it.
 */
export function sharedLink(params: URLSearchParams): string {
	const given = ["url", "text", "title"].map((name) => params.get(name) ?? "");
	return findLink(given.join(" ")) ?? given[0]?.trim() ?? "";
}
