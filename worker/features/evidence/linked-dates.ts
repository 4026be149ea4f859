/** The dates of publication that a page's JSON-LD declares (schema.org). */

type Thing = Record<string, unknown>;

/** A node with a date of publication. */
export type DeclaredDate = {
	published: string;
	/** The addresses that the node gives as its own. */
	urls: readonly string[];
	rank: Rank;
};

/** What a node with a date is: an article, something else of the page's own, or not the page. */
type Rank = "article" | "own" | "part";

const ARTICLE =
	/(?:Article|Posting|Report|NewsArticle|ClaimReview|Recipe|Thesis|Dataset|FAQPage|QAPage)$/;
/** Things that a page shows or tells of, which have dates of their own. */
const NOT_THE_PAGE =
	/^(?:Claim|Comment|Event|Person|Organization|NewsMediaOrganization|Product|Movie|Book|Quotation|Rating|.*(?:Event|Object|Review|Series|Episode))$/;
/** A part of a page that is the page itself. */
const SAME_PAGE: ReadonlySet<string> = new Set(["mainEntity", "mainEntityOfPage", "@graph"]);
const MAX_DATE_CHARS = 100;
const MAX_URL_CHARS = 2_048;

/** Reads one node. `own` if no other node contains it, or only the page's. */
export function readDeclaredDate(
	node: Thing,
	types: readonly string[],
	own: boolean,
): DeclaredDate | null {
	const published = textOf(node.datePublished);
	if (published === null) return null;
	const urls = [node.url, node["@id"], node.mainEntityOfPage].flatMap((it) => addressOf(it) ?? []);
	const is_other =
		types.length > 0 && types.every((it) => NOT_THE_PAGE.test(it) && it !== "ClaimReview");
	const is_article = types.length === 0 || types.some((it) => ARTICLE.test(it));
	return {
		published: decoded(published.slice(0, MAX_DATE_CHARS)),
		urls,
		rank: is_other || !own ? "part" : is_article ? "article" : "own",
	};
}

/** The values of a node that say what the page is. */
export function ownPartsOf(node: unknown): unknown[] {
	if (Array.isArray(node)) return node;
	if (typeof node !== "object" || node === null) return [];
	return Object.entries(node).flatMap(([name, value]) => (SAME_PAGE.has(name) ? [value] : []));
}

/** A text, the first of several, or a typed value. */
function textOf(value: unknown): string | null {
	const [one] = Array.isArray(value) ? value : [value];
	if (typeof one === "string") return one;
	const typed = typeof one === "object" && one !== null && "@value" in one ? one["@value"] : null;
	return typeof typed === "string" ? typed : null;
}

function addressOf(value: unknown): string | null {
	const [one] = Array.isArray(value) ? value : [value];
	const text = typeof one === "object" && one !== null && "@id" in one ? one["@id"] : one;
	return typeof text === "string" ? text.slice(0, MAX_URL_CHARS) : null;
}

/** Some templates escape the date like text of HTML. */
function decoded(text: string): string {
	return text
		.replace(/&#x([0-9a-f]{1,6});/gi, (_, hex: string) => characterAt(Number.parseInt(hex, 16)))
		.replace(/&#(\d{1,7});/g, (_, number: string) => characterAt(Number(number)));
}

function characterAt(code: number): string {
	return code <= 0x10ffff ? String.fromCodePoint(code) : "";
}

/**
 * The date of the node that is the page: the one with the page's address, otherwise the first article
 * that gives no other address, otherwise the first node of the page's own.
 */
export function datedAsPage(
	declared: readonly DeclaredDate[],
	isPage: (url: string) => boolean,
): string | null {
	const of_page = declared.filter(
		({ urls, rank }) => rank !== "part" && urls.some((it) => isPage(it)),
	);
	const unnamed = declared.filter(({ urls }) => !urls.some((it) => /^https?:/i.test(it)));
	const ranked = (dates: readonly DeclaredDate[], rank: Rank) =>
		dates.find((it) => it.rank === rank) ?? null;
	const found =
		ranked(of_page, "article") ??
		ranked(unnamed, "article") ??
		onlyArticle(declared) ??
		of_page[0] ??
		ranked(unnamed, "own");
	return found?.published ?? null;
}

/** An only article is the page, even at an address that it has had before. */
function onlyArticle(declared: readonly DeclaredDate[]): DeclaredDate | null {
	const articles = declared.filter(({ rank }) => rank === "article");
	const [first] = articles;
	return first && articles.every(({ published }) => published === first.published) ? first : null;
}
