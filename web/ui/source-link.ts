import { parseAddress } from "#contract/addresses.ts";

/**
 * A public host name: it has dots, and letters in its last label, which excludes numeric
 * addresses.
 */
const PUBLIC_NAME = /^[^\s.]+(\.[^\s.]+)*\.(?:[a-z]{2,63}|xn--[a-z0-9-]+)$/;

export type SourceLink = { href: string; domain: string; rest: string };

/**
 * Converts a source to a link; null if it is not a web address and stays text. A bare domain gets
 * https://. Only http(s) addresses become links. Internationalised names are shown encoded
 * (xn--), so that they cannot imitate other names.
 */
export function sourceLink(source: string): SourceLink | null {
	const text = source.trim();
	const has_scheme = /^[a-z][a-z\d+.-]*:/i.test(text);
	const is_host_and_port = /^(?=[^/:]+\.[^/:])[^/:]+:\d+(\/|$)/.test(text);
	const address = has_scheme && !is_host_and_port ? text : `https://${text}`;
	const url = parseAddress(address);
	if (url === null || !/^https?:$/.test(url.protocol)) return null;
	const is_domain = PUBLIC_NAME.test(url.hostname);
	if (!is_domain || url.username !== "" || url.password !== "") return null;
	const path = url.pathname === "/" ? "" : url.pathname;
	return {
		href: url.href,
		domain: url.hostname.replace(/^www\./, ""),
		rest: `${path}${url.search}`,
	};
}
