import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createPermit } from "#features/evidence/ask-api.ts";
import type {
	EvidenceSource,
	SourceContext,
	SourceQuery,
} from "#features/evidence/evidence-source.ts";
import { createPubMed, readPaper } from "#features/evidence/pubmed.ts";
import { readPage } from "#features/evidence/read-page.ts";
import { createGrantQueue } from "#features/evidence/source-limit.ts";
import { createWikipedia } from "#features/evidence/wikipedia.ts";
import { createOutboundGate } from "#outbound/gate.ts";
import type { OutboundFetch } from "#outbound/outbound.ts";
import { startWebWorld, type WebWorld } from "#tests/support/fakes/web-sites.ts";
import {
	AGENT,
	pageOpener,
	readPdf,
	sourceContext,
	sourceLimits,
} from "#tests/support/world/source-context.ts";

let web: WebWorld;
let wikipedia: EvidenceSource;
let pubmed: EvidenceSource;
beforeAll(async () => {
	web = await startWebWorld();
	wikipedia = createWikipedia(`${web.origin}/{language}`);
	pubmed = createPubMed(`${web.origin}/eutils/`);
});
beforeEach(() => {
	web.asked.length = 0;
});
afterAll(() => web.close());

const ARTICLE = "The bridge across the river was opened in May 1932. ".repeat(12);
const QUERY: SourceQuery = {
	neutral: "bridge opening",
	opposing: null,
	kind: "health",
	time_sensitive: false,
	language: "de-AT",
	said_on: "2024-05-01",
};

const context = (given?: Partial<SourceContext>) => sourceContext(web, given);

type Reply = { status?: number; headers?: Record<string, string>; body?: string };

/** Answers by the start of the path; robots.txt forbids crawlers everything. */
function serve(replies: Record<string, Reply | object>): void {
	web.serve((path, response) => {
		if (path === "/robots.txt") return void response.end("User-agent: *\nDisallow: /");
		const found = Object.entries(replies).find(([it]) => path.startsWith(it));
		const reply = found?.[1] ?? { status: 404 };
		const { status = 200, headers, body = JSON.stringify(reply) } = reply as Reply;
		response.writeHead(status, headers ?? { "content-type": "text/html" });
		response.end(body);
	});
}

const found = (...keys: string[]) => ({
	pages: keys.map((key, id) => ({
		id,
		key,
		title: key.replaceAll("_", " "),
		matched_title: null,
		excerpt: '<span class="searchmatch">x</span>',
		description: null,
		thumbnail: null,
	})),
});
const revision = (revid: number, timestamp: string) => ({
	batchcomplete: true,
	query: {
		pages: [{ pageid: 1, ns: 0, title: "A", revisions: [{ revid, parentid: 1, timestamp }] }],
	},
});

describe("Wikipedia", () => {
	it("is searched in the statement's language", async () => {
		serve({ "/de/w/rest.php/v1/search/page": found("Alte_Brücke", "B", "C", "D") });
		expect(await wikipedia.search(QUERY, context())).toMatchObject({
			ok: true,
			hits: [
				{
					source: "wikipedia",
					title: "Alte Brücke",
					language: "de",
					as_of: null,
					key: "Alte_Brücke",
					url: `${web.origin}/de/wiki/Alte_Br%C3%BCcke`,
				},
				{ key: "B" },
				{ key: "C" },
			],
		});
		expect(web.asked).toHaveLength(1);
		expect(web.asked[0]).toMatchObject({
			path: "/de/w/rest.php/v1/search/page?q=bridge+opening&limit=3",
			headers: { "user-agent": AGENT },
		});
	});

	it("removes invisible and direction characters from titles and limits their length", async () => {
		const title = `Al\u202Ete\u200B Brücke ${"x".repeat(5_000)}`;
		serve({ "/de/w/rest.php/v1/search/page": { pages: [{ ...found("A").pages[0], title }] } });
		const outcome = await wikipedia.search(QUERY, context());
		if (!outcome.ok) throw new Error(outcome.reason);
		const [hit] = outcome.hits;
		expect(hit?.title).toMatch(/^Alte Brücke x+…$/);
		expect(hit?.title).toHaveLength(300);
	});

	it("is searched in English if the statement's language finds nothing or fails", async () => {
		for (const own of [found(), { status: 500 }]) {
			serve({ "/de/": own, "/en/w/rest.php/v1/search/page": found("Bridge") });
			expect(await wikipedia.search(QUERY, context())).toMatchObject({
				ok: true,
				hits: [{ key: "Bridge", language: "en" }],
			});
		}
	});

	it.each([
		[found(), found(), { ok: true, hits: [] }],
		[{ status: 500 }, found(), { ok: false, reason: "status", status: 500 }],
		[found(), { status: 500 }, { ok: false, reason: "status", status: 500 }],
		[{ body: "<html>" }, found(), { ok: false, reason: "bad_answer" }],
		[{ body: '{"pages":[{}]}' }, found(), { ok: false, reason: "bad_answer" }],
	])("distinguishes no hits from a failed search: %#", async (de, en, outcome) => {
		serve({ "/de/": de, "/en/": en });
		expect(await wikipedia.search(QUERY, context())).toMatchObject(outcome);
	});

	it("returns each page in two versions for a time-sensitive statement", async () => {
		serve({ "/de/w/rest.php/v1/search/page": found("A", "B") });
		const query = { ...QUERY, time_sensitive: true };
		expect(await wikipedia.search(query, context())).toMatchObject({
			hits: [
				{ key: "A", as_of: "2024-05-01" },
				{ key: "A", as_of: null },
				{ key: "B", as_of: "2024-05-01" },
				{ key: "B", as_of: null },
			],
		});
	});

	it("is read by revision even if robots.txt forbids crawlers", async () => {
		serve({
			"/de/w/rest.php/v1/search/page": found("Alte_Brücke"),
			"/de/w/api.php": revision(77, "2023-12-31T08:00:00Z"),
			"/de/w/rest.php/v1/revision/77/html": {
				body: `<html lang="de"><title>x</title><p>${ARTICLE}</p>`,
			},
		});
		const query = { ...QUERY, time_sensitive: true };
		const outcome = await wikipedia.search(query, context());
		const hit = outcome.ok && outcome.hits[0];
		if (!hit) throw new Error("Nothing was found.");
		web.asked.length = 0;
		const opened = await wikipedia.open(hit, context());
		expect(web.asked.map(({ path }) => decodeURIComponent(path))).toEqual([
			"/de/w/api.php?action=query&format=json&formatversion=2&prop=revisions&rvprop=ids|timestamp&rvlimit=1&rvdir=older&rvstart=2024-05-01T23:59:59Z&titles=Alte+Brücke",
			"/de/w/rest.php/v1/revision/77/html",
		]);
		if (!opened.ok) throw new Error(opened.reason);
		expect(await readPage(opened.page, "2026-01-01", readPdf, opened.api)).toMatchObject({
			ok: true,
			facts: {
				final_url: `${web.origin}/de/w/index.php?oldid=77`,
				title: "Alte Brücke",
				language: "de",
				published_at: "2023-12-31",
				published_by: "api",
			},
		});
	});

	const HIT = {
		source: "wikipedia" as const,
		url: "",
		title: "A",
		language: "en",
		as_of: null,
		key: "A",
		review: null,
	};

	it("fails with 404 for a page without a revision", async () => {
		serve({ "/en/w/api.php": { query: { pages: [{ title: "A", missing: true }] } } });
		expect(await wikipedia.open(HIT, context())).toMatchObject({
			ok: false,
			reason: "status",
			status: 404,
		});
	});

	it.each([
		["shares one timeout between two requests", 3_000, true, [6_000, 3_000]],
		["fails if the first request used up the time", 6_000, false, [6_000]],
	] as const)("%s", async (_, took_ms, ok, given_ms) => {
		serve({
			"/en/w/api.php": revision(77, "2023-12-31T08:00:00Z"),
			"/en/w/rest.php/v1/revision/77/html": { body: `<p>${ARTICLE}</p>` },
		});
		const timeouts: number[] = [];
		let ms = 0;
		const fetch: OutboundFetch = (url, init, bounds) => {
			timeouts.push(bounds.timeout_ms);
			ms += 60_000; // Waiting for a connection does not count.
			bounds.granted?.();
			ms += took_ms;
			return createOutboundGate()(url, init, { ...bounds, granted() {} });
		};
		const now = () => ms;
		const given = context({ fetch, now, openPage: pageOpener(web, fetch, now) });
		expect(await wikipedia.open(HIT, given)).toMatchObject({ ok });
		expect(timeouts).toEqual(given_ms);
	});

	it.each([
		["search", "/en/"],
		["text", "/en/w/rest.php/v1/revision/"],
	])("reports a 429 response as limited and pauses later requests: %s", async (_, path) => {
		const clock = { ms: 0 };
		const queue = createGrantQueue({ now: () => clock.ms, setTimer: () => () => {} });
		const permit = createPermit({
			limiterOf: () => ({
				take: (request) => queue.take(request),
				giveBack: async (lease) => queue.giveBack(lease),
				pause: async (ms) => queue.pause(ms),
			}),
			limits: sourceLimits({ wikipedia: LIMIT }),
			max_wait_ms: 3_000,
		});
		serve({
			[path]: { status: 429, headers: { "retry-after": "7" } },
			"/en/w/api.php": revision(77, "2023-12-31T08:00:00Z"),
		});
		expect(await wikipedia.open(HIT, context({ permit }))).toMatchObject({
			ok: false,
			reason: "limited",
			status: 429,
		});
		const asked = web.asked.length;
		// The next call sends no request.
		expect(await wikipedia.open(HIT, context({ permit }))).toMatchObject({
			ok: false,
			reason: "limited",
			status: null,
		});
		expect(web.asked).toHaveLength(asked);
		const request = { limit: LIMIT, patience_ms: 0, urgent: false };
		clock.ms = 6_999;
		expect(await queue.take(request)).toBeNull();
		clock.ms = 7_000;
		expect(await queue.take(request)).not.toBeNull();
	});
});

const LIMIT = { at_once: 2, requests: 3, window_ms: 1_000 };

const PAPER = `<?xml version="1.0"?><!DOCTYPE PubmedArticleSet><PubmedArticleSet><PubmedArticle><MedlineCitation>
<PMID Version="1">123</PMID><DateRevised><Year>2030</Year><Month>01</Month><Day>01</Day></DateRevised>
<Article><Journal><JournalIssue><PubDate><Year>2019</Year><Month>May</Month></PubDate></JournalIssue></Journal>
<ArticleTitle>Bridges &amp; health: a <i>trial</i>.</ArticleTitle>
<Abstract><AbstractText Label="BACKGROUND">${ARTICLE}</AbstractText><AbstractText>H<sub>2</sub>O helps.</AbstractText></Abstract>
<ArticleDate DateType="Electronic"><Year>2019</Year><Month>04</Month><Day>02</Day></ArticleDate></Article></MedlineCitation>
<PubmedData><History><PubMedPubDate PubStatus="entrez"><Year>2019</Year><Month>5</Month><Day>3</Day><Hour>6</Hour></PubMedPubDate></History></PubmedData>
</PubmedArticle><PubmedArticle><Article><ArticleTitle>Another</ArticleTitle></Article></PubmedArticle></PubmedArticleSet>`;

describe("PubMed", () => {
	const hit = {
		source: "pubmed" as const,
		title: "",
		language: "en",
		as_of: null,
		review: null,
		key: "123",
		url: "https://pubmed.ncbi.nlm.nih.gov/123/",
	};

	it("covers health but not history", () => {
		expect(pubmed.covers(QUERY)).toBe(true);
		expect(pubmed.covers({ ...QUERY, kind: "history" })).toBe(false);
	});

	it("is searched by at most six words, with tool and contact in the request", async () => {
		serve({
			"/eutils/esearch.fcgi": {
				header: { type: "esearch", version: "0.3" },
				esearchresult: { count: "2", retmax: "2", idlist: ["123", "456"] },
			},
		});
		const query = { ...QUERY, neutral: "a b c d e f g h" };
		expect(await pubmed.search(query, context())).toMatchObject({
			ok: true,
			hits: [
				{ key: "123", url: "https://pubmed.ncbi.nlm.nih.gov/123/", language: "en" },
				{ key: "456" },
			],
		});
		const asked = new URL(web.asked[0]?.path ?? "", web.origin);
		expect(Object.fromEntries(asked.searchParams)).toEqual({
			db: "pubmed",
			term: "a b c d e f",
			retmode: "json",
			retmax: "3",
			sort: "relevance",
			tool: "bs-detector",
			email: "team@example.org",
		});
	});

	it("is read by abstract, with the day of the electronic publication", async () => {
		serve({ "/eutils/efetch.fcgi": { headers: { "content-type": "text/xml" }, body: PAPER } });
		const opened = await pubmed.open(hit, context());
		if (!opened.ok) throw new Error(opened.reason);
		expect(await readPage(opened.page, "2026-01-01", readPdf, opened.api)).toMatchObject({
			ok: true,
			text: `Bridges & health: a trial.\nBACKGROUND: ${ARTICLE.trim()}\nH2O helps.`,
			facts: {
				final_url: hit.url,
				title: "Bridges & health: a trial.",
				kind: "academic",
				published_at: "2019-04-02",
				published_by: "api",
			},
		});
	});

	it("removes invisible and direction characters from titles", async () => {
		const body = PAPER.replace("health: a", "health\u202E:\u200B a");
		serve({ "/eutils/efetch.fcgi": { body } });
		expect(await pubmed.open(hit, context())).toMatchObject({
			api: { title: "Bridges & health: a trial." },
		});
	});

	it.each([
		[
			"the day of the entry if the paper has no day",
			PAPER.replace("<Day>02</Day>", ""),
			"2019-05-03",
		],
		["no day if missing", PAPER.replaceAll(/<Day>\d+<\/Day>/g, ""), null],
	])("reads %s", (_, xml, day) => {
		expect(readPaper(xml)?.published_at).toBe(day);
	});

	it.each([
		"",
		"{}",
		"<PubmedArticleSet></PubmedArticleSet>",
		`<a>${"<b>".repeat(50_000)}`,
		PAPER.replaceAll("AbstractText", "OtherText"),
	])("rejects an answer without an abstract: %#", (xml) => {
		expect(readPaper(xml)).toBeNull();
	});
});
