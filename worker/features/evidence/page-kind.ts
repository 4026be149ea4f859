import type { PageKind } from "#contract/verdicts.ts";
import { originalAddress } from "#text/archived-address.ts";
import { parseUrl } from "#text/parse-url.ts";
import { hasFactCheckWord } from "./fact-check-words.ts";
import type { HtmlPage } from "./read-html.ts";
import { siteKind } from "./site-kind.ts";

const NEWS_TYPES = [
	"NewsArticle",
	"ReportageNewsArticle",
	"AnalysisNewsArticle",
	"BackgroundNewsArticle",
	"LiveBlogPosting",
	"NewsMediaOrganization",
];
const ACADEMIC_TYPES = ["ScholarlyArticle", "MedicalScholarlyArticle", "Thesis"];
const SOCIAL_TYPES = ["SocialMediaPosting", "DiscussionForumPosting"];
const ACADEMIC_META = ["citation_doi", "citation_journal_title"];

type Described = Pick<HtmlPage, "meta" | "linked_data">;

/** As in `/doi/full/10.1000/182`. */
const DOI_IN_PATH = /\/10\.\d{4,9}\//;

/**
 * A page's kind by documented rules. The host name takes precedence over what the page says of
 * itself in its address and its metadata, because a page can claim to be anything. `page` is null
 * if only the address is known.
 */
export function pageKind(url: string, page: Described | null): PageKind {
	return siteKind(url) ?? claimedKind(url, page);
}

function claimedKind(url: string, page: Described | null): PageKind {
	const address = parseUrl(originalAddress(url));
	if (address && hasFactCheckWord(address)) return "fact_check";
	if (address && DOI_IN_PATH.test(address.pathname)) return "academic";
	const hostname = address?.hostname.replace(/\.$/, "") ?? "";
	const by_suffix = /\.(?:org|int|museum)$/.test(hostname) ? "organisation" : "other";
	return (page && kindOfPage(page)) ?? by_suffix;
}

function kindOfPage({ meta, linked_data }: Described): PageKind | null {
	const { types } = linked_data;
	const isOf = (names: readonly string[]) => names.some((it) => types.has(it));
	if (ACADEMIC_META.some((name) => meta.has(name))) return "academic";
	if (isOf(ACADEMIC_TYPES)) return "academic";
	if (types.has("ClaimReview")) return "fact_check";
	if (isOf(NEWS_TYPES) || meta.has("news_keywords")) return "news";
	return isOf(SOCIAL_TYPES) ? "social" : null;
}
