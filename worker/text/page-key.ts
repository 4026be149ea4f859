import { originalAddress } from "./archived-address.ts";
import { parseUrl } from "./parse-url.ts";

/** Query parameters that identify a visitor's origin, not a page. */
const TRACKING = /^(?:utm_\w+|fbclid|gclid|dclid|msclkid|mc_cid|mc_eid|igshid|ref_src|cmpid|spm)$/i;

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
