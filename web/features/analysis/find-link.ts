import { MAX_LINK_CHARS } from "#contract/limits.ts";

const PLATFORM =
	/(?:^|\.)(?:youtube|youtube-nocookie|youtubekids)\.com$|^youtu\.be$/;
const WEB_LINK = /^https?:\/\/./i;

/**
 * The link that a text brings along: the first one to the platform, else the
 * first of the web, as the server says best what is wrong with it. null where
 * there is none. Whether a video is behind it is for the server to say.
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
	// Its name alone is talk about the platform, not a link to a video.
	return PLATFORM.test(hostname) && pathname !== "/";
}

/**
 * The link that a deep link, the bookmarklet or a phone's share sheet put into
 * the address; empty without one. Android puts it into `text`. A link to the
 * platform goes before any other, wherever it stands.
 */
export function sharedLink(params: URLSearchParams): string {
	const given = ["url", "text", "title"].map((name) => params.get(name) ?? "");
	return findLink(given.join(" ")) ?? given[0]?.trim() ?? "";
}
