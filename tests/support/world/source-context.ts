import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { VideoId } from "#contract/ids.ts";
import { SOURCE_IDS } from "#contract/verdicts.ts";
import { createPermit } from "#features/evidence/ask-api.ts";
import { createPdfReader } from "#features/evidence/ask-pdf-reader.ts";
import type {
	EvidenceSource,
	LimitedService,
	SourceContext,
	SourceQuery,
} from "#features/evidence/evidence-source.ts";
import { searchSources } from "#features/evidence/find-pages.ts";
import type { SourceLimit } from "#features/evidence/source-limit.ts";
import { createOutboundGate } from "#outbound/gate.ts";
import { createPageOpener } from "#outbound/open-page.ts";
import type { OutboundFetch } from "#outbound/outbound.ts";
import pdfReader from "#worker/pdf-reader/index.ts";
import { plainFetch } from "../fakes/network.ts";
import { type Site, startWebWorld, type WebWorld } from "../fakes/web-sites.ts";

export const AGENT = "BSDetector/1 (+https://facts.example.org; team@example.org)";

/** Reads PDF documents in this process, which only a test's own documents may do. */
export const readPdf = createPdfReader({
	fetch: (address, init) => pdfReader.fetch(new Request(address, init)),
});

/** Opens pages of the stand-in alone, under the rules that hold for every page. */
export function pageOpener(web: WebWorld, fetch: OutboundFetch, now: () => number) {
	const contact = "https://facts.example.org; team@example.org";
	const rules = { trusted_hosts: [web.host], blocked_hosts: [], own_hostname: null };
	return createPageOpener({ fetch, rules, contact, now, resolve: async () => [] });
}

/** What a source works with, without limits. */
export function sourceContext(web: WebWorld, given: Partial<SourceContext> = {}): SourceContext {
	const fetch = createOutboundGate();
	return {
		fetch,
		openPage: pageOpener(web, fetch, () => Date.now()),
		readPdf,
		permit: (_, call) => call(),
		crossref: null,
		trusted_api_host: null,
		user_agent: AGENT,
		contact_email: "team@example.org",
		own_hostname: null,
		now: () => Date.now(),
		kept_hits: { read: async () => [], write: async () => {} },
		kept_pages: { read: async () => null, write: async () => {} },
		paid: { priceOf: () => null, reserve: async () => true },
		noteFailure() {},
		...given,
	};
}

/** No source has a limit but those that are given one. */
export function sourceLimits(
	given: Partial<Record<LimitedService, SourceLimit>>,
): Record<LimitedService, SourceLimit | null> {
	const services = [...SOURCE_IDS, "archive", "crossref"];
	const none = Object.fromEntries(services.map((id) => [id, null]));
	return { ...none, ...given } as Record<LimitedService, SourceLimit | null>;
}

/** The service that a file's source asks. */
export let web: WebWorld;
let noted: unknown[];
let paused: number[];
/** Called by each file, because files that run in one process share this module. */
export function startWebSource(): void {
	beforeAll(async () => {
		web = await startWebWorld();
	});
	beforeEach(() => {
		web.asked.length = 0;
		noted = [];
		paused = [];
	});
	afterAll(() => web.close());
}

export const QUERY: SourceQuery = {
	neutral: "harbour lighthouse height",
	opposing: null,
	kind: "other",
	time_sensitive: false,
	language: "en",
	said_on: "2024-05-01",
};
export const RUN = {
	run_id: "run",
	video_id: VideoId.parse("abcdefghijk"),
	task: "search:0",
	claim: "A claim.",
	round: 1 as const,
	afresh: false,
};
const LIMIT = { at_once: 2, requests: 9, window_ms: 1_000 };
export const PAGES = [
	{ words: ["lighthouse"], title: "Lighthouses", url: "https://harbour.example.org/lighthouse" },
];

export function context(given: Partial<SourceContext> = {}): SourceContext {
	return sourceContext(web, {
		permit: createPermit({
			limiterOf: () => ({
				take: async () => 1,
				giveBack: async () => {},
				pause: async (wait_ms) => void paused.push(wait_ms),
			}),
			limits: sourceLimits({ brave: LIMIT, searxng: LIMIT, factcheck: LIMIT }),
			max_wait_ms: 1_000,
		}),
		noteFailure: (source, { reason, status }) => noted.push({ source, reason, status }),
		...given,
	});
}

export function answering(
	status: number,
	body: unknown,
	headers: Record<string, string> = {},
): Site {
	return (_, response) => {
		response.writeHead(status, headers);
		response.end(typeof body === "string" ? body : JSON.stringify(body));
	};
}

export const HTML = "<!doctype html><title>Sign in</title><p>Welcome to the café.";

/** What a source that names pages of the whole web does if its service fails. */
export function survives(
	source: () => EvidenceSource,
	failures: [string, Site, { reason: string; status: number | null }, number[]?][],
): void {
	const search = (given?: Partial<SourceContext>) =>
		searchSources(
			[source()],
			{ query: QUERY, sources: [source().id], max_pages: 5, channel_name: null, ...RUN },
			context(given),
		);

	it.each(failures)("says so and goes on: %s", async (_, site, failed, ms) => {
		web.serve(site);
		const { searches, hits } = await search();
		expect(hits).toEqual([]);
		expect(searches).toEqual([
			{ source: source().id, query: QUERY.neutral, hits: 0, failure: failed.reason },
		]);
		expect(noted).toEqual([{ source: source().id, ...failed }]);
		expect(paused).toEqual(ms ?? []);
	});

	it("says so if the answer takes too long", async () => {
		web.serve(() => {});
		const fetch: OutboundFetch = plainFetch({ timeout_ms: 30 });
		const { searches } = await search({ fetch });
		expect(searches).toMatchObject([{ hits: 0, failure: "timeout" }]);
	});

	it("says so if nothing answers", async () => {
		const gone = await startWebWorld();
		await gone.close();
		const fetch: OutboundFetch = (url, init, bounds) =>
			plainFetch()(url.replace(web.host, gone.host), init, bounds);
		const { searches } = await search({ fetch });
		expect(searches).toMatchObject([{ hits: 0, failure: "unreachable" }]);
	});
}
