import { sourceLink } from "#web/ui/source-link.ts";

/** Whether our own code links to an address on another site. */
export type KnownAddress = (address: URL) => boolean;

/** The footer's external links. */
const FIXED = ["https://workers.cloudflare.com/"];
/** A video's thumbnails; the platform serves nothing else there. */
const PICTURE = /^https:\/\/i\.ytimg\.com\/vi\/[\w-]{11}\/\w+\.(?:jpg|webp)$/;

/**
 * The videos on the platform at any time offset, the sources listed on the screen, and the found
 * pages with a link to the quote.
 */
export function knownAddresses(
	videos: readonly { id: string }[],
	sources: readonly string[],
	source_origin: string,
): KnownAddress {
	const links = sources.flatMap((source) => sourceLink(source)?.href ?? []);
	const pages = videos.map(({ id }) => `https://www.youtube.com/watch?v=${id}`);
	const known = new Set([...FIXED, ...links, ...pages]);
	return ({ href, origin, pathname, hash }) =>
		known.has(href) ||
		(origin === source_origin &&
			/^\/w(?:iki\/|\/index\.php$)/.test(pathname) &&
			/^(?:#:~:text=|$)/.test(hash)) ||
		known.has(href.replace(/&t=\d+s$/, "")) ||
		PICTURE.test(href);
}
