import { getDomain, getDomainWithoutSuffix } from "tldts";
import { originalAddress } from "#text/archived-address.ts";
import { foldText } from "#text/fold.ts";
import { parseUrl } from "#text/parse-url.ts";

/** Query parameters that identify a visitor's origin, not a page. */
const TRACKING = /^(?:utm_\w+|fbclid|gclid|dclid|msclkid|mc_cid|mc_eid|igshid|ref_src|cmpid|spm)$/i;

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
 * A key that is equal for two addresses of the same page: without scheme, "www.", fragment,
 * tracking parameters and trailing slash; a copy in a web archive has that of the archived page.
 * null if the text is not a web address.
 */
export function pageKey(url: string): string | null {
	const parsed = parseUrl(originalAddress(url));
	if (!parsed || !/^https?:$/.test(parsed.protocol)) return null;
	for (const name of [...parsed.searchParams.keys()])
		if (TRACKING.test(name)) parsed.searchParams.delete(name);
	parsed.searchParams.sort();
	const host = parsed.host.replace(/^www\./, "").replace(/\.$/, "");
	return `${host}${parsed.pathname.replace(/\/$/, "")}${parsed.search}`;
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
