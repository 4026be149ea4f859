import { type SamplePage, samplePageHtml, samplePageUrl } from "#features/samples/sample-page.ts";
import { SAMPLE_PAGES } from "#features/samples/sample-pages.ts";
import type { EvidenceSource, Hit } from "./evidence-source.ts";
import { scoreDocuments, searchTerms } from "./passages.ts";

const MAX_PAGES = 3;
/** The minimum BM25 score. A page with a lower score shares only words that many pages contain. */
const MIN_SCORE = 5;

let indexed: string[][] | null = null;

/**
 * Searches the sample pages without network access, so that demo mode runs the same steps as a
 * real run.
 */
export const SAMPLES_SOURCE: EvidenceSource = {
	id: "samples",
	asks: "neutral",
	covers: () => true,

	async search(query) {
		indexed ??= SAMPLE_PAGES.map(({ title, text }) => searchTerms([title, ...text].join(" ")));
		const scores = scoreDocuments(indexed, searchTerms(query.neutral));
		const best = SAMPLE_PAGES.map((page, at) => ({ page, score: scores[at] ?? 0 }))
			.filter(({ score }) => score >= MIN_SCORE)
			.sort((a, b) => b.score - a.score)
			.slice(0, MAX_PAGES);
		return { ok: true, hits: best.map(({ page }) => hitOf(page)) };
	},

	async open({ key }) {
		const page = SAMPLE_PAGES.find(({ name }) => name === key);
		if (!page) return { ok: false, reason: "status", status: 404 };
		if (page.unopened) return { ok: false, ...page.unopened };
		return {
			ok: true,
			page: {
				final_url: samplePageUrl(page),
				content_type: "text/html; charset=utf-8",
				bytes: new TextEncoder().encode(samplePageHtml(page)),
			},
			// All sample pages have the same host; `site` names the fictional site of each.
			api: { site: page.site },
		};
	},
};

function hitOf(page: SamplePage): Hit {
	const { title, name } = page;
	const url = samplePageUrl(page);
	return { source: "samples", url, title, language: "en", as_of: null, key: name, review: null };
}
