import * as z from "zod";
import { cutAtWord, visibleText } from "#text/clean.ts";
import { askJsonApi, openByApi, sourceTime } from "./ask-api.ts";
import type {
	EvidenceSource,
	Hit,
	HitOutcome,
	SearchOutcome,
	SourceContext,
	SourceQuery,
} from "./evidence-source.ts";
import { MAX_TITLE_CHARS } from "./read-html.ts";

/** A statement's share of the site's limit: one search and two requests a page. */
const MAX_PAGES = 3;
const FALLBACK_LANGUAGE = "en";

/** MediaWiki's own limit is 255 bytes. */
const MAX_KEY_CHARS = 255;

/** https://www.mediawiki.org/wiki/API:REST_API/Reference#Search_result_object */
const Found = z.object({
	pages: z.array(
		z.object({
			key: z.string().min(1).max(MAX_KEY_CHARS),
			title: z
				.string()
				.transform((title) => cutAtWord(visibleText(title), MAX_TITLE_CHARS)),
		}),
	),
});

/** https://www.mediawiki.org/wiki/API:Revisions */
const Revisions = z.object({
	query: z.object({
		pages: z.array(
			z.object({
				revisions: z
					.array(z.object({ revid: z.int().positive(), timestamp: z.string() }))
					.default([]),
			}),
		),
	}),
});

/** `base_url` may contain `{language}`, which is replaced by a language's code. */
export function createWikipedia(base_url: string): EvidenceSource {
	const apiOf = (language: string, path: string): URL =>
		new URL(base_url.replace("{language}", language).replace(/\/$/, "") + path);

	async function searchIn(
		language: string,
		query: SourceQuery,
		context: SourceContext,
	): Promise<SearchOutcome> {
		const url = apiOf(language, "/w/rest.php/v1/search/page");
		url.searchParams.set("q", query.neutral);
		url.searchParams.set("limit", String(MAX_PAGES));
		const found = await askJsonApi("wikipedia", url.href, Found, context);
		if (!found.ok) return found;
		// What depends on time is read as it was when it was said, and as it is today.
		const versions =
			query.time_sensitive && query.said_on ? [query.said_on, null] : [null];
		const hits = found.answer.pages
			.slice(0, MAX_PAGES)
			.flatMap(({ key, title }) =>
				versions.map(
					(as_of): Hit => ({
						...{ source: "wikipedia", title, language, as_of, key },
						url: apiOf(language, `/wiki/${encodeURIComponent(key)}`).href,
					}),
				),
			);
		return { ok: true, hits };
	}

	return {
		id: "wikipedia",
		covers: () => true,

		/** In the statement's language, and if that finds nothing in English. */
		async search(query, context) {
			const language = wikiLanguage(query.language);
			const own = await searchIn(language, query, context);
			const found = own.ok && own.hits.length > 0;
			if (found || language === FALLBACK_LANGUAGE) return own;
			const fallback = await searchIn(FALLBACK_LANGUAGE, query, context);
			// That English has nothing does not answer for a language that could not be asked.
			return fallback.ok && fallback.hits.length === 0 && !own.ok
				? own
				: fallback;
		},

		/** The revision's own text under its permanent address, which is the archive of the page. */
		async open(hit, context): Promise<HitOutcome> {
			const language = hit.language ?? FALLBACK_LANGUAGE;
			const url = apiOf(language, "/w/api.php");
			url.search = new URLSearchParams({
				...{ action: "query", format: "json", formatversion: "2" },
				...{ prop: "revisions", rvprop: "ids|timestamp" },
				...{ rvlimit: "1", rvdir: "older" },
				...(hit.as_of && { rvstart: `${hit.as_of}T23:59:59Z` }),
				titles: hit.key.replaceAll("_", " "),
			}).toString();
			// Two requests, but one page.
			const inTime = sourceTime(context);
			const answer = await askJsonApi(
				"wikipedia",
				url.href,
				Revisions,
				context,
				inTime,
			);
			if (!answer.ok) return answer;
			const revision = answer.answer.query.pages[0]?.revisions[0];
			if (!revision) return { ok: false, reason: "status", status: 404 };
			const { revid, timestamp } = revision;
			const html_url = apiOf(language, `/w/rest.php/v1/revision/${revid}/html`);
			const opened = await openByApi(
				"wikipedia",
				html_url.href,
				context,
				inTime,
			);
			if (!opened.ok) return opened;
			const permanent = apiOf(language, "/w/index.php");
			permanent.searchParams.set("oldid", String(revid));
			return {
				ok: true,
				page: { ...opened.page, final_url: permanent.href },
				api: { published_at: timestamp, title: hit.title, language },
			};
		},
	};
}

/** The code under which a language has its Wikipedia. */
function wikiLanguage(tag: string | null): string {
	const [primary = ""] = tag?.toLowerCase().split("-") ?? [];
	if (primary === "nb") return "no";
	return /^[a-z]{2,3}$/.test(primary) ? primary : FALLBACK_LANGUAGE;
}
