import type { SourceId } from "#contract/verdicts.ts";
import type { LimiterOf } from "#features/evidence/ask-api.ts";
import { canonicalPlainText, contentHash } from "#features/evidence/canonical-text.ts";
import type { EvidenceSource, SourceContext } from "#features/evidence/evidence-source.ts";
import { type ReadAnswer, readHit, searchSources } from "#features/evidence/find-pages.ts";
import { createSourceContext, openSources } from "#features/evidence/open-sources.ts";
import { pageKind } from "#features/evidence/page-kind.ts";
import { siteOf } from "#features/evidence/page-site.ts";
import { indexPage, selectPassages } from "#features/evidence/passages.ts";
import type { SourceCalls } from "#features/evidence/source-calls.ts";
import type { OutboundFetch } from "#outbound/outbound.ts";
import { PDF_SERVICE } from "#scripts/server/pdf-reader.ts";
import type { Settings } from "#worker/env.ts";
import type { EvaluationPage, EvaluationStatement } from "./evaluation-set.ts";

/** The pages of a set are found and opened like those of demo mode: without a network. */
const SET_SOURCE: SourceId = "samples";

type Sources = { calls: SourceCalls; ids: SourceId[] };

/** The statement's own pages, searched and read by the product's code. */
export function fixedSources({ pages }: EvaluationStatement): Sources {
	const source: EvidenceSource = {
		id: SET_SOURCE,
		asks: "neutral",
		covers: () => true,
		async search() {
			const hits = pages.map(({ url, title, language }) => ({
				source: SET_SOURCE,
				url,
				title,
				language,
				as_of: null,
				key: url,
				review: null,
			}));
			return { ok: true, hits };
		},
		async open({ key }) {
			const page = pages.find(({ url }) => url === key);
			if (!page) return { ok: false, reason: "status", status: 404 };
			const { title, published_at, language, html, text = "" } = page;
			return {
				ok: true,
				page: {
					final_url: page.url,
					content_type: `text/${html ? "html" : "plain"}; charset=utf-8`,
					bytes: new TextEncoder().encode(html ?? text),
				},
				api: {
					...(title !== "" && { title }),
					...(published_at !== null && { published_at }),
					...(language !== null && { language }),
				},
			};
		},
	};
	return { calls: callSources([source]), ids: [SET_SOURCE] };
}

function callSources(
	sources: readonly EvidenceSource[],
	context: SourceContext = WITHOUT_NETWORK,
): SourceCalls {
	return {
		prepare: () => {},
		search: (request) => searchSources(sources, request, context),
		read: (request) => readHit(sources, request, context),
	};
}

function refuse(): never {
	throw new Error("The pages of a set need no network.");
}

const WITHOUT_NETWORK: SourceContext = {
	fetch: refuse,
	openPage: refuse,
	trusted_api_host: null,
	readPdf: refuse,
	permit: (_source, call) => call(),
	user_agent: "",
	contact_email: null,
	own_hostname: null,
	now: () => 0,
	kept_hits: { read: async () => [], write: async () => {} },
	kept_pages: { read: async () => null, write: async () => {} },
	paid: { priceOf: () => null, reserve: async () => true },
	noteFailure() {},
};

/** More than the passages that are given. */
const MAX_GOLD_PASSAGES = 20;

/** What people marked as the evidence, and nothing else of the pages: no passage is searched for. */
export function goldSources(item: EvaluationStatement): Sources {
	const pages = item.pages.filter(({ gold }) => gold !== null);
	const { calls, ids } = fixedSources({ ...item, pages });
	return {
		ids,
		calls: {
			...calls,
			read: async ({ hit, wanted }) => {
				const page = pages.find(({ url }) => url === hit.key);
				if (!page) return { ok: false, reason: "status", status: 404 };
				return readGold(
					page,
					wanted.map(({ statement }) => statement),
				);
			},
		},
	};
}

function readGold(page: EvaluationPage, statements: number[]): ReadAnswer {
	const { url, title, language, published_at } = page;
	const { text, borders } = canonicalPlainText(page.gold ?? "");
	const passages = selectPassages(
		indexPage(text, language, borders),
		[text],
		undefined,
		MAX_GOLD_PASSAGES,
	);
	const date = published_at
		? ({ published_at, published_by: "api" } as const)
		: ({ published_at: null, published_by: null } as const);
	return {
		ok: true,
		facts: {
			final_url: url,
			title,
			site: siteOf(url),
			language,
			...date,
			kind: pageKind(url, null),
			content_hash: contentHash(text),
		},
		fetched_at: new Date(0).toISOString(),
		reviews: [],
		passages,
		by_statement: statements.map((statement) => ({
			statement,
			passages: passages.map((_, at) => at),
		})),
	};
}

/** The sources and the web, as an analysis has them, within the sources' own limits. */
export function liveSources(settings: Settings, limiterOf: LimiterOf) {
	const sources = openSources(settings, "live");
	return (fetch: OutboundFetch): Sources => ({
		ids: sources.map(({ id }) => id),
		calls: callSources(
			sources,
			// Each evaluation searches for itself, and has no day of its own.
			createSourceContext(settings, limiterOf, { PDF_READER: PDF_SERVICE }, fetch, null),
		),
	});
}
