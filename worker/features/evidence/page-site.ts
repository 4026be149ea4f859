import { getDomain, getDomainWithoutSuffix } from "tldts";
import { originalAddress } from "#text/archived-address.ts";
import { foldText } from "#text/fold.ts";
import { pageKey } from "#text/page-key.ts";
import { parseUrl } from "#text/parse-url.ts";

/**
 * The site of an address: its registrable domain, or the host name if it has none. `www.nasa.gov`
 * and `climate.nasa.gov` are one site; two customers of a hosting service are two. A copy in a web
 * archive is of the archived site.
 */
export function siteOf(url: string): string {
	const hostname = parseUrl(originalAddress(url))?.hostname.replace(/\.$/, "") ?? "";
	return getDomain(hostname, { allowPrivateDomains: true }) ?? hostname;
}

/**
 * Whether a source that found `hit` names the page at `url`. It names the page as it is now: a copy
 * in an archive may be of any moment, also of one in which somebody had changed the page for it.
 */
export function isNamedBy(hit: string, url: string): boolean {
	return originalAddress(url) === url && pageKey(hit) === pageKey(url);
}

/** Whether the address is that of one revision of a wiki's page. Its text never changes. */
export function isRevision(url: string): boolean {
	return /[?&]oldid=\d/.test(url);
}

/** Shorter names are too common to identify a channel. */
const MIN_NAME_CHARS = 3;
/** The text after the separator describes the channel: "Kurzgesagt – In a Nutshell". */
const SUBTITLE = /\s[-–—|:•·]\s|[:|(]/u;

/**
 * Whether the site has the channel's name, as kurzgesagt.org has that of "Kurzgesagt – In a
 * Nutshell". Such a site is not independent of the channel. `channel_name` is null if unknown.
 */
export function isOwnSite(url: string, channel_name: string | null): boolean {
	const hostname = parseUrl(originalAddress(url))?.hostname ?? "";
	const domain = getDomainWithoutSuffix(hostname, { allowPrivateDomains: true });
	const name = foldText(domain ?? "");
	if (name.length < MIN_NAME_CHARS || channel_name === null) return false;
	const [short = ""] = channel_name.split(SUBTITLE);
	return [channel_name, short].some((it) => foldText(it) === name);
}
