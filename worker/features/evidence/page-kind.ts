import type { PageKind } from "#contract/verdicts.ts";
import { isSubdomainOf } from "#outbound/addresses.ts";
import { parseUrl } from "#text/parse-url.ts";
import type { HtmlPage } from "./read-html.ts";

/**
 * Determines a page's kind by documented rules. The host name takes precedence over the page's
 * own claims, because a page can claim to be anything.
 */

const ENCYCLOPEDIAS = ["wikipedia.org", "britannica.com", "scholarpedia.org"];
const REFERENCES = [
	"wikidata.org",
	"wiktionary.org",
	"merriam-webster.com",
	"dictionary.cambridge.org",
	"oed.com",
	"duden.de",
	"ourworldindata.org",
	"geonames.org",
];
const ACADEMIC = [
	"ncbi.nlm.nih.gov",
	"doi.org",
	"arxiv.org",
	"biorxiv.org",
	"medrxiv.org",
	"nature.com",
	"science.org",
	"sciencedirect.com",
	"springer.com",
	"wiley.com",
	"plos.org",
	"bmj.com",
	"thelancet.com",
	"nejm.org",
	"cochranelibrary.com",
	"jstor.org",
];
const FACT_CHECKERS = [
	"snopes.com",
	"politifact.com",
	"factcheck.org",
	"fullfact.org",
	"correctiv.org",
	"maldita.es",
	"chequeado.com",
	"africacheck.org",
	"factcheck.afp.com",
	"leadstories.com",
	"boomlive.in",
];
const GOVERNMENTS = ["europa.eu", "bund.de", "admin.ch", "canada.ca"];

/** `.gov`, `.gov.uk`, `.gouv.fr`, `.gob.mx`, `.go.jp`, `.mil`: registered to public bodies only. */
const GOVERNMENT_NAME =
	/\.(?:gov|mil|gov\.[a-z]{2}|gouv\.[a-z]{2}|gob\.[a-z]{2}|gc\.ca|go\.(?:jp|kr|id|th|ke|tz|ug|cr)|govt\.nz|mil\.[a-z]{2})$/;
/** `.edu`, `.edu.au`, `.ac.uk`: registered to universities and schools only. */
const ACADEMIC_NAME = /\.(?:edu|edu\.[a-z]{2}|ac\.[a-z]{2})$/;

const NEWS_TYPES = [
	"NewsArticle",
	"ReportageNewsArticle",
	"AnalysisNewsArticle",
	"BackgroundNewsArticle",
	"LiveBlogPosting",
];
const ACADEMIC_TYPES = ["ScholarlyArticle", "MedicalScholarlyArticle", "Thesis"];
const ACADEMIC_META = ["citation_doi", "citation_journal_title"];

type Described = Pick<HtmlPage, "meta" | "linked_data">;

/** `page` is null if only the address is known. */
export function pageKind(url: string, page: Described | null): PageKind {
	const hostname = parseUrl(url)?.hostname.replace(/\.$/, "") ?? "";
	return (
		kindOfHost(hostname) ??
		(page ? kindOfPage(page) : null) ??
		(/\.(?:org|int|museum)$/.test(hostname) ? "organisation" : "other")
	);
}

function kindOfHost(hostname: string): PageKind | null {
	if (isSubdomainOf(hostname, ENCYCLOPEDIAS)) return "encyclopedia";
	if (isSubdomainOf(hostname, FACT_CHECKERS)) return "fact_check";
	if (isSubdomainOf(hostname, REFERENCES)) return "reference";
	if (isSubdomainOf(hostname, ACADEMIC)) return "academic";
	if (ACADEMIC_NAME.test(hostname)) return "academic";
	if (GOVERNMENT_NAME.test(hostname)) return "government";
	return isSubdomainOf(hostname, GOVERNMENTS) ? "government" : null;
}

function kindOfPage({ meta, linked_data }: Described): PageKind | null {
	const { types } = linked_data;
	const isOf = (names: readonly string[]) => names.some((it) => types.has(it));
	if (ACADEMIC_META.some((name) => meta.has(name))) return "academic";
	if (isOf(ACADEMIC_TYPES)) return "academic";
	if (types.has("ClaimReview")) return "fact_check";
	return isOf(NEWS_TYPES) ? "news" : null;
}
