import { getDomain } from "tldts";
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
