import { getDomain, getDomainWithoutSuffix } from "tldts";
import { foldText } from "#text/fold.ts";
import { parseUrl } from "#text/parse-url.ts";

/** Parameters that say where a visitor comes from, not which page is meant. */
const TRACKING =
	/^(?:utm_\w+|fbclid|gclid|dclid|msclkid|mc_cid|mc_eid|igshid|ref_src|cmpid|spm)$/i;

/**
 * The site that answers for an address: its registrable domain, so that
 * `www.nasa.gov` and `climate.nasa.gov` are one, and two members of a hosting
 * service are two. The host name itself if it has no such domain.
 */
export function siteOf(url: string): string {
	const hostname = parseUrl(url)?.hostname.replace(/\.$/, "") ?? "";
	return getDomain(hostname, { allowPrivateDomains: true }) ?? hostname;
}

/**
 * The address by which two search hits are one page: without fragment, tracking
 * parameters, "www.", the scheme and a final slash. null for what is no web address.
 */
export function pageKey(url: string): string | null {
	const parsed = parseUrl(url);
	if (!parsed || !/^https?:$/.test(parsed.protocol)) return null;
	for (const name of [...parsed.searchParams.keys()])
		if (TRACKING.test(name)) parsed.searchParams.delete(name);
	parsed.searchParams.sort();
	const host = parsed.host.replace(/^www\./, "").replace(/\.$/, "");
	return `${host}${parsed.pathname.replace(/\/$/, "")}${parsed.search}`;
}

/** A shorter name is that of many. */
const MIN_NAME_CHARS = 3;
/** What comes after it says what the channel is about: "Kurzgesagt – In a Nutshell". */
const SUBTITLE = /\s[-–—|:•·]\s|[:|(]/u;

/**
 * Whether the site has the channel's name, as kurzgesagt.org has that of "Kurzgesagt – In a
 * Nutshell": what it says is the channel's own word. null for a channel whose name is not known.
 */
export function isOwnSite(url: string, channel_name: string | null): boolean {
	const hostname = parseUrl(url)?.hostname ?? "";
	const domain = getDomainWithoutSuffix(hostname, {
		allowPrivateDomains: true,
	});
	const name = foldText(domain ?? "");
	if (name.length < MIN_NAME_CHARS || channel_name === null) return false;
	const [short = ""] = channel_name.split(SUBTITLE);
	return [channel_name, short].some((it) => foldText(it) === name);
}
