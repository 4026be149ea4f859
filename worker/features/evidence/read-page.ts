import type { DateRule, PageKind, TextProblem } from "#contract/verdicts.ts";
import type { OpenedPage } from "#outbound/open-page.ts";
import { parseUrl } from "#text/parse-url.ts";
import {
	canonicalPlainText,
	contentHash,
	findTextProblem,
} from "./canonical-text.ts";
import { decodePage } from "./decode-page.ts";
import { pageKind } from "./page-kind.ts";
import { siteOf } from "./page-site.ts";
import { readPdf } from "./pdf-text.ts";
import { publicationDate } from "./publication-date.ts";
import { type HtmlPage, readHtml } from "./read-html.ts";

/** What is kept of a page that was opened; its text is not. */
export type PageFacts = {
	final_url: string;
	title: string;
	site: string;
	kind: PageKind;
	language: string | null;
	/** YYYY-MM-DD. */
	published_at: string | null;
	published_by: DateRule | null;
	content_hash: string;
};

export type ReadPage =
	| { ok: true; facts: PageFacts; text: string }
	| { ok: false; reason: TextProblem };

/** What a source's API knows of a page, which goes before what the page says. */
export type ApiFacts = {
	published_at?: string | null;
	title?: string;
	/** Of a page whose address does not tell it. */
	site?: string;
	language?: string | null;
};

/** The page's text and facts, or why there is no text in it. `today` is YYYY-MM-DD. */
export async function readPage(
	opened: OpenedPage,
	today: string,
	api: ApiFacts = {},
): Promise<ReadPage> {
	const { final_url } = opened;
	const read = await readByType(opened);
	if (read === null) return { ok: false, reason: "not_text" };
	const { text, html } = read;
	const problem = findTextProblem(text);
	if (problem) return { ok: false, reason: problem };
	const api_date = api.published_at ?? null;
	const facts: PageFacts = {
		final_url,
		title: api.title || html?.title || nameInPath(final_url),
		site: api.site ?? siteOf(final_url),
		kind: pageKind(final_url, html),
		language: api.language ?? html?.language ?? null,
		...publicationDate(final_url, html, api_date, today),
		content_hash: contentHash(text),
	};
	return { ok: true, facts, text };
}

async function readByType({
	content_type,
	bytes,
}: OpenedPage): Promise<{ text: string; html: HtmlPage | null } | null> {
	const type = content_type.split(";")[0]?.trim().toLowerCase() ?? "";
	if (type === "application/pdf") {
		const text = await readPdf(bytes).catch(() => null);
		return text === null
			? null
			: { text: canonicalPlainText(text), html: null };
	}
	if (type === "text/plain")
		return {
			text: canonicalPlainText(decodePage(bytes, content_type)),
			html: null,
		};
	// Without a type it may be a page; what is none has too little text in it.
	if (!["text/html", "application/xhtml+xml", ""].includes(type)) return null;
	const html = readHtml(decodePage(bytes, content_type));
	return { text: html.text, html };
}

/** A document without a title is called by its file's name. */
function nameInPath(url: string): string {
	const parsed = parseUrl(url);
	return (
		parsed?.pathname.split("/").filter(Boolean).at(-1) ?? parsed?.host ?? url
	);
}
