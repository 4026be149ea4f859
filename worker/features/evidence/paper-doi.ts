import { decoded } from "#contract/addresses.ts";
import { originalAddress } from "#text/archived-address.ts";
import { parseUrl } from "#text/parse-url.ts";
import type { HtmlPage } from "./read-html.ts";

/** ISO 26324 sets no bound; longer ones are damaged. */
const MAX_DOI_CHARS = 200;
const DOI = /^(?:(?:https?:\/\/)?(?:dx\.)?doi\.org\/|doi:\s*)?(10\.\d{4,9}\/[^\s"<>]{1,300})$/i;
/** Names of the meta tag, by the vocabularies that publishers use. */
const META = ["citation_doi", "bepress_citation_doi", "prism.doi", "dc.identifier", "doi"];
const IN_PATH = /\/(10\.\d{4,9}\/.+)$/;
/** Publishers show a paper in several forms below its DOI. */
const FORM = /(?:\/(?:full|abstract|pdf|epdf|pdfdirect|html|summary|meta))+\/?$|\/$/i;
const FILE = /(?:v\d{1,2})?(?:\.(?:full|abstract|long|short|full-text))?(?:\.(?:pdf|html?))?$/i;

/**
 * The DOI of the paper that a page is, in lower case: declared in its metadata, or in its address as
 * in `/doi/full/10.1000/182`. null if the page is none.
 */
export function doiOf(url: string, page: Pick<HtmlPage, "meta"> | null): string | null {
	const declared = META.flatMap((name) => readDoi(page?.meta.get(name) ?? "") ?? []);
	return declared[0] ?? doiInPath(url);
}

export function readDoi(text: string): string | null {
	const doi = DOI.exec(text.trim())?.[1]?.toLowerCase() ?? null;
	if (doi === null || doi.length > MAX_DOI_CHARS) return null;
	// In an address such a part leads out of its folder.
	return doi.split("/").some((part) => part === "." || part === "..") ? null : doi;
}

function doiInPath(url: string): string | null {
	const address = parseUrl(originalAddress(url));
	const path = IN_PATH.exec(decoded(address?.pathname ?? ""))?.[1] ?? "";
	return readDoi(
		path
			.slice(0, 2 * MAX_DOI_CHARS)
			.replace(FORM, "")
			.replace(FILE, ""),
	);
}
