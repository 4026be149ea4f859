import * as z from "zod";
import type { SourceId } from "#contract/verdicts.ts";
import { isSubdomainOf } from "#outbound/addresses.ts";
import { cutAtWord, visibleText } from "#text/clean.ts";
import { parseUrl } from "#text/parse-url.ts";
import { MAX_STREAMED_BYTES } from "./document-upload.ts";
import type { Hit, HitOutcome, SourceContext } from "./evidence-source.ts";
import { MAX_TITLE_CHARS } from "./read-html.ts";

/** Shared by the sources that search the whole web: how their hits are read and opened. */

/** More are never opened, whatever `EVIDENCE_PAGES` says. */
export const MAX_FOUND = 10;
/** A longer address is refused when it is opened. */
const MAX_URL_CHARS = 2_048;
const WIKIPEDIA = ["wikipedia.org"];

export const PageUrl = z.string().min(1).max(MAX_URL_CHARS);
export const PageTitle = z
	.string()
	.catch("")
	.transform((title) => cutAtWord(visibleText(title), MAX_TITLE_CHARS));

/** Those of the first MAX_FOUND entries that match the schema; others are skipped. */
export function readEntries<T>(entries: readonly unknown[], form: z.ZodType<T>): T[] {
	return entries.slice(0, MAX_FOUND).flatMap((entry) => {
		const read = form.safeParse(entry);
		return read.success ? [read.data] : [];
	});
}

export function webHit(
	source: SourceId,
	{ url, title }: Pick<Hit, "url" | "title">,
	review: Hit["review"] = null,
): Hit {
	const none = { language: null, as_of: null };
	return { source, url, title, key: url, review, ...none };
}

/** Opens the hit as a web page; robots.txt applies. */
export async function openWebPage(
	{ url }: Pick<Hit, "url">,
	context: SourceContext,
): Promise<HitOutcome> {
	const { openPage, permit, page_time } = context;
	const open = () =>
		openPage({
			url,
			ask_robots: true,
			max_pdf_bytes: MAX_STREAMED_BYTES,
			...(page_time && { inTime: page_time }),
		});
	// Wikipedia's limit is the same for its pages as for its API.
	const opened = isSubdomainOf(parseUrl(url)?.hostname ?? "", WIKIPEDIA)
		? await permit("wikipedia", open)
		: await open();
	if (opened === null) return { ok: false, reason: "limited", status: null };
	if (!opened.ok) {
		const { reason, status } = opened;
		return { ok: false, reason, status };
	}
	return { ok: true, page: opened.page, api: {} };
}
