import type { FactCheckReview } from "#contract/evidence.ts";
import {
	type DateRule,
	gravestNotice,
	type PageFailure,
	type PageKind,
	type PageNotice,
	type PagePurpose,
	type TextProblem,
} from "#contract/verdicts.ts";
import type { OpenedPage } from "#outbound/open-page.ts";
import { isPdf, mediaType } from "#outbound/page-body.ts";
import { parseUrl } from "#text/parse-url.ts";
import type { PdfReader } from "./ask-pdf-reader.ts";
import {
	canonicalPdfText,
	canonicalPlainText,
	canonicalTable,
	contentHash,
	type PageText,
} from "./canonical-text.ts";
import { ownReviews } from "./claim-review.ts";
import { decodePage, isUnreadable } from "./decode-page.ts";
import { pageKind } from "./page-kind.ts";
import { noticeOf } from "./page-notice.ts";
import { isArticle, purposeOfAddress, purposeOfType } from "./page-purpose.ts";
import { siteOf } from "./page-site.ts";
import { doiOf } from "./paper-doi.ts";
import { publicationDate } from "./publication-date.ts";
import { type HtmlPage, readHtml } from "./read-html.ts";
import { findLittleText, findTextProblem, type Named } from "./walls.ts";

/** The stored facts about an opened page. Its text is not stored. */
export type PageFacts = {
	final_url: string;
	title: string;
	site: string;
	kind: PageKind;
	/** What is known of the page beside its text; absent if nothing is. */
	notice?: PageNotice | undefined;
	language: string | null;
	/** YYYY-MM-DD. */
	published_at: string | null;
	published_by: DateRule | null;
	content_hash: string;
};

type ReadPage =
	| {
			ok: true;
			facts: PageFacts;
			/** Of the paper that the page is; absent if it is none. */
			doi?: string | undefined;
			text: string;
			/** The offsets in it that no quote crosses. */
			borders: readonly number[];
			/** The fact checks that the page itself publishes. */
			reviews: FactCheckReview[];
	  }
	| { ok: false; reason: PageFailure | TextProblem | PagePurpose };

/** A source API's facts about a page, which take precedence over the page's own. */
export type ApiFacts = {
	published_at?: string | null;
	title?: string;
	/** Set for a page whose address does not show its site. */
	site?: string;
	language?: string | null;
	notice?: PageNotice | null;
	/** Of the paper that the page is. */
	doi?: string | null;
	/** Set if the text is the API's own, so that it is no wall, whatever it mentions. */
	is_source_text?: boolean;
};

/** Extracts a page's text and facts, or returns why there is no text. `today` is YYYY-MM-DD. */
export async function readPage(
	opened: OpenedPage,
	today: string,
	readPdf: PdfReader,
	api: ApiFacts = {},
): Promise<ReadPage> {
	const { final_url } = opened;
	const read = await readByType(opened, readPdf);
	if (!read.ok) return read;
	const { text, borders, html } = read;
	const problem = problemOf(final_url, read, api.is_source_text === true);
	if (problem) return { ok: false, reason: problem };
	const api_date = api.published_at ?? null;
	const doi = api.doi ?? doiOf(final_url, html) ?? undefined;
	const notice = gravestNotice([api.notice, noticeOf(final_url, html, doi)]) ?? undefined;
	const facts: PageFacts = {
		final_url,
		title: api.title || html?.title || nameInPath(final_url),
		site: api.site ?? siteOf(final_url),
		kind: notice === "satire" ? "other" : pageKind(final_url, html),
		notice,
		language: api.language ?? html?.language ?? null,
		...publicationDate(final_url, html, api_date, today),
		content_hash: contentHash(text),
	};
	const reviews = ownReviews(html?.linked_data.reviews ?? [], facts.site);
	return { ok: true, facts, doi, text, borders, reviews };
}

/** Why the page's text is no evidence; null if it may be. */
function problemOf(
	url: string,
	{ text, html }: { text: string; html: HtmlPage | null },
	is_source_text: boolean,
): TextProblem | PagePurpose | null {
	return (
		(is_source_text
			? findLittleText(text)
			: findTextProblem(text, html ? namesOf(url, html) : {})) ??
		purposeOfAddress(url) ??
		(html && purposeOfType(html.linked_data.own_types, html.meta.get("og:type") ?? null))
	);
}

/** What decides whether the page is a wall, beside its text. */
function namesOf(url: string, { title, headings, meta, linked_data }: HtmlPage): Named {
	const host = parseUrl(url)?.hostname ?? "";
	return {
		title,
		headings,
		site: `${host} ${meta.get("og:site_name") ?? ""}`,
		is_article: meta.get("og:type") === "article" || isArticle(linked_data.own_types),
	};
}

type Content =
	| ({ ok: true; html: HtmlPage | null } & PageText)
	| { ok: false; reason: PageFailure | TextProblem };

/** HTML, and documents whose elements are read in the same way. A body without a type may be HTML. */
const MARKUP_TYPES = new Set([
	"",
	"text/html",
	"application/xhtml+xml",
	"text/xml",
	"application/xml",
]);
const PLAIN_TYPES = new Set(["text/plain", "text/markdown", "text/x-markdown"]);

async function readByType(opened: OpenedPage, readPdf: PdfReader): Promise<Content> {
	const { content_type, bytes } = opened;
	const type = mediaType(content_type);
	if (isPdf(bytes) || type === "application/pdf") {
		const read = await readPdf(opened);
		if (!read.ok) return read;
		return { ok: true, ...canonicalPdfText(read.text), html: null };
	}
	// Anything else that is no text is not decoded.
	if (!MARKUP_TYPES.has(type) && !PLAIN_TYPES.has(type) && type !== "text/csv")
		return { ok: false, reason: "not_text" };
	const decoded = decodePage(bytes, content_type);
	if (isUnreadable(decoded)) return { ok: false, reason: "not_text" };
	if (PLAIN_TYPES.has(type)) return { ok: true, ...canonicalPlainText(decoded), html: null };
	if (type === "text/csv") return { ok: true, ...canonicalTable(decoded), html: null };
	const html = readHtml(decoded, { xml: type.endsWith("xml") });
	return { ok: true, text: html.text, borders: html.borders, html };
}

/** Used as the title of a document without one: the file's name. */
function nameInPath(url: string): string {
	const parsed = parseUrl(url);
	return parsed?.pathname.split("/").filter(Boolean).at(-1) ?? parsed?.host ?? url;
}
