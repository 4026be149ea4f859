import { parseUrl } from "./parse-url.ts";

/** Web archives whose addresses contain the archived page's address. */
const ARCHIVES = [
	"web.archive.org",
	"wayback.archive.org",
	"wayback.archive-it.org",
	"archive.today",
	"archive.fo",
	"archive.is",
	"archive.li",
	"archive.md",
	"archive.ph",
	"archive.vn",
	"arquivo.pt",
	"vefsafn.is",
	"webarchive.loc.gov",
	"webarchive.nationalarchives.gov.uk",
	"webarchive.org.uk",
];
const MAX_URL_CHARS = 4_096;
/** An archive may have archived another one. */
const MAX_NESTED = 3;
/** The archive's own path, the time of the copy or "newest", then the archived address. */
const ARCHIVED =
	/^\/(?:[\w-]{1,40}\/){0,3}(?:\d{4,14}(?:[a-z]{2}_)?|\d{4}\.\d\d\.\d\d-\d{6}|newest|oldest)\/(?=.)/;

/**
 * The address of the archived page if `url` is that of a copy in a web archive, as in
 * `https://web.archive.org/web/20200101000000/https://example.org/a`. Any other text is returned
 * as it is.
 */
export function originalAddress(url: string): string {
	let address = url;
	for (let depth = 0; depth < MAX_NESTED; depth += 1) {
		const original = archivedIn(address);
		if (original === null) break;
		address = original;
	}
	return address;
}

function archivedIn(address: string): string | null {
	if (address.length > MAX_URL_CHARS) return null;
	const url = parseUrl(address);
	if (!url) return null;
	const hostname = url.hostname.replace(/\.$/, "");
	if (!ARCHIVES.some((it) => hostname === it || hostname.endsWith(`.${it}`))) return null;
	const before = ARCHIVED.exec(url.pathname)?.[0];
	if (before === undefined) return null;
	const rest = decodedScheme(`${url.pathname.slice(before.length)}${url.search}`);
	// Some programs shorten "//" within a path, and archives accept an address without a scheme.
	const original = parseUrl(
		rest.replace(/^(?:(https?):\/{1,2})?/i, (_, scheme) => `${scheme ?? "http"}://`),
	);
	return original?.hostname.includes(".") ? original.href : null;
}

/** The address, decoded if it is percent-encoded as a whole. */
function decodedScheme(text: string): string {
	if (!/^https?%3a/i.test(text)) return text;
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
