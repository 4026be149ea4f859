import type { FactCheckReview } from "#contract/evidence.ts";
import type { DateRule, PageKind, PagePurpose, TextProblem } from "#contract/verdicts.ts";
import type { OpenedPage } from "#outbound/open-page.ts";
import { parseUrl } from "#text/parse-url.ts";
import type { PdfReader } from "./ask-pdf-reader.ts";
import { canonicalPlainText, contentHash } from "./canonical-text.ts";
import { ownReviews } from "./claim-review.ts";
import { pageKind } from "./page-kind.ts";
import { purposeOfAddress, purposeOfType } from "./page-purpose.ts";
import { siteOf } from "./page-site.ts";
import { publicationDate } from "./publication-date.ts";
import { type HtmlPage, readHtml } from "./read-html.ts";
import { findTextProblem } from "./walls.ts";

/** The stored facts about an opened page. Its text is not stored. */
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

type ReadPage =
	| {
			ok: true;
			facts: PageFacts;
			text: string;
			/** The fact checks that the page itself publishes. */
			reviews: FactCheckReview[];
	  }
	| { ok: false; reason: TextProblem | PagePurpose };

/** A source API's facts about a page, which take precedence over the page's own. */
export type ApiFacts = {
	published_at?: string | null;
	title?: string;
	/** Set for a page whose address does not show its site. */
	site?: string;
	language?: string | null;
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
	const { text, html } = read;
	const problem =
		findTextProblem(text, html?.title) ??
		purposeOfAddress(final_url) ??
		(html && purposeOfType(html.linked_data.own_types, html.meta.get("og:type") ?? null));
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
	const reviews = ownReviews(html?.linked_data.reviews ?? [], facts.site);
	return { ok: true, facts, text, reviews };
}

type Content =
	| { ok: true; text: string; html: HtmlPage | null }
	| { ok: false; reason: TextProblem };

async function readByType(
	{ content_type, bytes }: OpenedPage,
	readPdf: PdfReader,
): Promise<Content> {
	const type = content_type.split(";")[0]?.trim().toLowerCase() ?? "";
	if (type === "application/pdf") {
		const read = await readPdf(bytes);
		if (!read.ok) return read;
		return { ok: true, text: canonicalPlainText(read.text), html: null };
	}
	if (type === "text/plain")
		return { ok: true, text: canonicalPlainText(decodePage(bytes, content_type)), html: null };
	// A body without a type may be HTML; anything else yields too little text and is rejected
	// later.
	if (!["text/html", "application/xhtml+xml", ""].includes(type))
		return { ok: false, reason: "not_text" };
	const html = readHtml(decodePage(bytes, content_type));
	return { ok: true, text: html.text, html };
}

/** Used as the title of a document without one: the file's name. */
function nameInPath(url: string): string {
	const parsed = parseUrl(url);
	return parsed?.pathname.split("/").filter(Boolean).at(-1) ?? parsed?.host ?? url;
}

/** Some pages declare their encoding after long scripts and styles, but none later than this. */
const SIGHT_BYTES = 8_192;
const LABEL = /charset\s{0,10}=\s{0,10}["']?([\w:.-]{2,40})/i;
const META = /<meta[^>]{0,500}/gi;

/**
 * Decodes a page. The byte order mark takes precedence, then the Content-Type header, then the
 * page's `<meta>`. Without any, or with an unknown encoding, UTF-8 is used.
 */
export function decodePage(bytes: Uint8Array, content_type: string): string {
	const label = markOf(bytes) ?? LABEL.exec(content_type)?.[1] ?? labelInMeta(bytes);
	return decoderFor(label ?? "utf-8").decode(bytes);
}

function markOf(bytes: Uint8Array): string | null {
	const [a, b, c] = bytes;
	if (a === 0xef && b === 0xbb && c === 0xbf) return "utf-8";
	if (a === 0xfe && b === 0xff) return "utf-16be";
	return a === 0xff && b === 0xfe ? "utf-16le" : null;
}

function labelInMeta(bytes: Uint8Array): string | null {
	const head = new TextDecoder("latin1").decode(bytes.subarray(0, SIGHT_BYTES));
	for (const [tag] of head.matchAll(META)) {
		const label = LABEL.exec(tag)?.[1];
		// The tag was readable as single bytes, so the page cannot be UTF-16.
		if (label) return /^utf-?16/i.test(label) ? "utf-8" : label;
	}
	return null;
}

function decoderFor(label: string): TextDecoder {
	try {
		return new TextDecoder(label);
	} catch {
		return new TextDecoder("utf-8");
	}
}
