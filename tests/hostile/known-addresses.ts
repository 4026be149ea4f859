import { sourceLink } from "#web/ui/source-link.ts";

/** Says of an address on another site whether our own programs put it on a screen. */
export type KnownAddress = (address: URL) => boolean;

/** What the footer leads to. */
const FIXED = ["https://workers.cloudflare.com/"];
/** A video's pictures; the platform serves nothing else there. */
const PICTURE = /^https:\/\/i\.ytimg\.com\/vi\/[\w-]{11}\/\w+\.(?:jpg|webp)$/;

/** The videos as the platform has them, at any second, the sources that the screen lists, and the pages that were found, at a quote. */
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
