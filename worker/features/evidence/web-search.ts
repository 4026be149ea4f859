import * as z from "zod";
import { addressWith, askJsonApi } from "./ask-api.ts";
import type { EvidenceSource } from "./evidence-source.ts";
import { MAX_FOUND, openWebPage, PageTitle, PageUrl, readEntries, webHit } from "./web-pages.ts";

/** Brave answers longer queries with 422. */
const BRAVE_MAX_WORDS = 50;

/** https://api-dashboard.search.brave.com/api-reference/web/search/get */
const BraveAnswer = z.object({
	/** Absent if nothing was found. */
	web: z.object({ results: z.array(z.unknown()) }).nullish(),
});
/** Brave's terms allow storing addresses only; title and text are read from the page itself. */
const BraveEntry = z.object({ url: PageUrl });

/** https://api-dashboard.search.brave.com/app/documentation/web-search/codes */
const BRAVE_LANGUAGES: ReadonlySet<string> = new Set(
	`ar eu bn bg ca hr cs da nl en et fi fr gl de gu he hi hu is it kn ko lv lt ms ml mr nb pl pa ro
	ru sr sk sl es sv ta te th tr uk vi`.split(/\s+/),
);
/** Languages whose code in Brave differs from BCP 47. */
const BRAVE_CODES: Readonly<Record<string, string>> = {
	ja: "jp",
	no: "nb",
	pt: "pt-br",
	zh: "zh-hans",
};

/** Searches the whole web with Brave, which needs an API key. */
export function createBrave(base_url: string, api_key: string): EvidenceSource {
	return {
		id: "brave",
		asks: "both",
		covers: () => true,

		async search({ neutral, language }, context) {
			const search_lang = braveLanguage(language);
			const url = addressWith(`${base_url}/web/search`, {
				q: neutral.split(" ").slice(0, BRAVE_MAX_WORDS).join(" "),
				count: String(MAX_FOUND),
				result_filter: "web",
				// Unusual spellings of names must not be corrected.
				spellcheck: "false",
				...(search_lang && { search_lang }),
			});
			const headers = { accept: "application/json", "x-subscription-token": api_key };
			const request = { url, headers, pauseMs: untilReset };
			const found = await askJsonApi("brave", request, BraveAnswer, context);
			if (!found.ok) return found;
			const entries = readEntries(found.answer.web?.results ?? [], BraveEntry);
			const hits = entries.map(({ url }) => webHit("brave", { url, title: "" }));
			return { ok: true, hits };
		},

		open: openWebPage,
	};
}

/** null for an unsupported language, because Brave rejects unknown codes. */
function braveLanguage(tag: string | null): string | null {
	const [primary = ""] = tag?.toLowerCase().split("-") ?? [];
	return BRAVE_CODES[primary] ?? (BRAVE_LANGUAGES.has(primary) ? primary : null);
}

/**
 * Milliseconds until every exhausted window restarts; null if none is exhausted. Brave sends one
 * number per window (a second and a month) instead of Retry-After.
 * https://api-dashboard.search.brave.com/documentation/guides/rate-limiting
 */
function untilReset(headers: Headers): number | null {
	const remaining = numbersIn(headers.get("x-ratelimit-remaining"));
	const reset = numbersIn(headers.get("x-ratelimit-reset"));
	const waits = reset.filter(
		(wait_s, window) => remaining[window] === 0 && Number.isFinite(wait_s),
	);
	return waits.length > 0 ? 1_000 * Math.max(...waits) : null;
}

function numbersIn(header: string | null): number[] {
	return (header ?? "").slice(0, 200).split(",").map(Number.parseFloat);
}

/** https://docs.searxng.org/dev/search_api.html */
const SearxngAnswer = z.object({
	results: z.array(z.unknown()),
	/** The search engines behind it that did not answer, each with the reason. */
	unresponsive_engines: z.array(z.unknown()).default([]),
});
const SearxngEntry = z.object({ url: PageUrl, title: PageTitle });

/** The operator's own SearXNG server, which asks several search engines. It has to allow JSON. */
export function createSearxng(base_url: string): EvidenceSource {
	return {
		id: "searxng",
		// The search engines behind it block a server that asks often.
		asks: "neutral",
		covers: () => true,

		async search({ neutral, language }, context) {
			const url = addressWith(`${base_url}/search`, {
				q: neutral,
				format: "json",
				categories: "general",
				language: searxngLanguage(language),
			});
			const found = await askJsonApi("searxng", { url }, SearxngAnswer, context);
			if (!found.ok) return found;
			const { results, unresponsive_engines } = found.answer;
			// The list is empty both if nothing was found and if no engine answered.
			if (results.length === 0 && unresponsive_engines.length > 0)
				return { ok: false, reason: "unreachable", status: null };
			const entries = readEntries(results, SearxngEntry);
			return { ok: true, hits: entries.map((it) => webHit("searxng", it)) };
		},

		open: openWebPage,
	};
}

function searxngLanguage(tag: string | null): string {
	const [primary = ""] = tag?.toLowerCase().split("-") ?? [];
	return /^[a-z]{2,3}$/.test(primary) ? primary : "all";
}
