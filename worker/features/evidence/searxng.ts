import * as z from "zod";
import { addressWith, askJsonApi } from "./ask-api.ts";
import type { EvidenceSource } from "./evidence-source.ts";
import { openWebPage, PageTitle, PageUrl, readEntries, webHit } from "./web-pages.ts";

/** https://docs.searxng.org/dev/search_api.html */
const Found = z.object({
	results: z.array(z.unknown()),
	/** The search engines behind it that did not answer, each with the reason. */
	unresponsive_engines: z.array(z.unknown()).default([]),
});
const Entry = z.object({ url: PageUrl, title: PageTitle });

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
				language: searchLanguage(language),
			});
			const found = await askJsonApi("searxng", { url }, Found, context);
			if (!found.ok) return found;
			const { results, unresponsive_engines } = found.answer;
			// The list is empty both if nothing was found and if no engine answered.
			if (results.length === 0 && unresponsive_engines.length > 0)
				return { ok: false, reason: "unreachable", status: null };
			const entries = readEntries(results, Entry);
			return { ok: true, hits: entries.map((it) => webHit("searxng", it)) };
		},

		open: openWebPage,
	};
}

function searchLanguage(tag: string | null): string {
	const [primary = ""] = tag?.toLowerCase().split("-") ?? [];
	return /^[a-z]{2,3}$/.test(primary) ? primary : "all";
}
