import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { calibratedConfidence } from "#contract/confidence.ts";
import type { EvidenceRecord } from "#contract/evidence.ts";
import type { Statement } from "#contract/statement.ts";
import { fakePubMed, fakeWikipedia } from "#tests/support/fakes/evidence-sources.ts";
import { type Site, startWebWorld, type WebWorld } from "#tests/support/fakes/web-sites.ts";
import type { Client } from "#tests/support/world/client.ts";
import { type Product, startProduct } from "#tests/support/world/product.ts";
import { runToEnd } from "#tests/support/world/viewers.ts";

const SAID = [
	"The copper roof of the old market hall was finished in 1931.",
	"The lighthouse at the harbour is exactly 44 metres high today.",
	"Nobody in the village has ever owned a purple bicycle with wings.",
];
const FILLER =
	"The town has written much about its buildings, and a good deal of it can be read in the library beside the station. Guides tell visitors where the stone came from, who paid for it, and which architect lost the second competition after winning the first.";
const ARTICLES = [
	{
		title: "Roof",
		revised: "2026-01-01T00:00:00Z",
		paragraphs: [
			"The copper roof of the market hall was finished in 1931 after two years of work. It has been repaired once since then.",
			FILLER,
			FILLER,
		],
	},
	{
		title: "Lighthouse",
		revised: "2026-02-01T00:00:00Z",
		paragraphs: [
			"The lighthouse at the harbour is exactly 34 metres high, as a survey of the harbour found. It was painted white after the war.",
			FILLER,
			FILLER,
		],
	},
];

let product: Product;
let wiki: WebWorld;
let member: Client;

beforeAll(async () => {
	wiki = await startWebWorld();
	product = await startProduct({
		EVIDENCE_SOURCES: "wikipedia,pubmed",
		WIKIPEDIA_BASE_URL: wiki.origin,
		PUBMED_BASE_URL: `${wiki.origin}/eutils`,
		CONTACT_EMAIL: "team@example.org",
	});
	member = await product.member();
});
afterAll(async () => {
	await product?.stop();
	await wiki?.close();
});
beforeEach(() => {
	product.ai.reset();
	wiki.asked.length = 0;
	wiki.serve(fakeWikipedia(ARTICLES));
});

function aVideo(said = SAID): string {
	const cues = said.map((text, at) => ({ start: 5 * at, text }));
	return product.newVideo({ tracks: [{ language: "en", cues }] });
}

const kinds = () => product.ai.calls.map(({ kind }) => kind);

describe("analysis with Wikipedia", () => {
	it("plans once, searches for each statement and rates it by passages of opened pages", async () => {
		const { report, ending } = await runToEnd(member, aVideo());
		expect(ending.event).toBe("completed");
		expect(report.video.evidence_sources).toEqual(["wikipedia", "pubmed"]);
		const roof = report.statements.find(({ content }) => content.includes("roof"));
		expect(roof).toMatchObject({
			verdict: "supported",
			basis: "evidence",
			ai_score: 10,
			independent_sources: 1,
			...calibratedConfidence({ said: 80, read: true, differ: false }),
		});
		expect(roof?.evidence[0]).toMatchObject({
			quote: expect.stringContaining("was finished in 1931"),
			stance: "supports",
			cited_by: ["openai", "claude", "gemini"],
			archived_url: `${wiki.origin}/w/index.php?oldid=1`,
		});
		expect(kinds().filter((kind) => kind === "plan")).toHaveLength(1);
		// Wikimedia's robots.txt applies to crawlers; its API has its own policy.
		expect(wiki.asked.map(({ path }) => path)).not.toContain("/robots.txt");
	});

	it("reports that nothing was found and asks only for a lean", async () => {
		const { report, events } = await runToEnd(member, aVideo());
		const isBicycle = ({ content }: Statement) => content.includes("bicycle");
		const bicycle = report.statements.find(isBicycle);
		const expected = {
			verdict: "unverified",
			unverified_reason: "no_evidence_found",
			basis: "memory",
			ai_score: null,
			confidence_level: null,
			interval: null,
			openai_score: null,
			claude_score: null,
			gemini_score: null,
			evidence: [],
		};
		expect(bicycle).toMatchObject(expected);
		expect(bicycle?.lean).toEqual({ score: expect.any(Number), confidence: expect.any(Number) });
		expect(bicycle?.ratings.map(({ score }) => score)).toEqual([null, null, null]);
		const told = events.flatMap(({ event, data }) =>
			event === "statement" ? [data as Statement] : [],
		);
		expect(told.find(isBicycle)).toMatchObject(expected);
		expect(bicycle?.ratings.map(({ verdict }) => verdict)).toEqual([null, null, null]);
		expect(bicycle?.ratings.every(({ lean }) => lean !== null)).toBe(true);
	});

	it("drops a quote with a changed digit and does not count the rating based on it", async () => {
		product.ai.answer({
			rate_by_evidence: () => ({
				verdict: "supported",
				score: 5,
				confidence: 90,
				explanation: "",
				missing: "",
				next_query: "",
				citations: [
					{
						passage: "P1",
						stance: "supports",
						quote: "The lighthouse at the harbour is exactly 44 metres high",
					},
				],
			}),
		});
		const { report } = await runToEnd(member, aVideo());
		const tower = report.statements.find(({ content }) => content.includes("lighthouse"));
		expect(tower).toMatchObject({ verdict: "unverified", unverified_reason: "quotes_not_found" });
		expect(tower?.ratings[0]).toMatchObject({
			status: "unsupported",
			citations: [],
			dropped: [{ reason: "not_found" }],
		});
	});

	it("drops quotes with other words or numbers, and stores typographic variants as on the page", async () => {
		const written =
			"The harbour’s lighthouse is not 44 but 34.5\u00a0metres high, “as measured” in 1931 &amp; 1950. It was painted white after the war.";
		const [, tower] = ARTICLES.map((it) => ({ ...it, paragraphs: [written, FILLER, FILLER] }));
		wiki.serve(fakeWikipedia(tower ? [tower] : []));
		const changed = [
			"The harbour's lighthouse is not 44 but 34.6 metres high",
			"The harbour's lighthouse is not 44 but 345 metres high",
			"The harbour's lighthouse is 44 but 34.5 metres high",
			"The harbour's lighthouse is not 44 It was painted white after the war",
		];
		const set_otherwise =
			'THE HARBOUR\'S lighthouse is not 44 but 34.5 metres high, "as measured" in 1931 &amp; 1950';
		product.ai.answer({
			rate_by_evidence: ({ provider }) => ({
				verdict: "refuted",
				when_said: "refuted",
				today: "same",
				score: 90,
				confidence: 90,
				explanation: "",
				missing: "",
				next_query: "",
				citations: (provider === "openai" ? changed : [set_otherwise]).map((quote) => ({
					passage: "P1",
					stance: "refutes",
					quote,
				})),
			}),
		});
		const { report } = await runToEnd(member, aVideo(SAID.slice(1, 2)));
		const [{ evidence, ratings, verdict } = { evidence: [], ratings: [] }] = report.statements;
		expect(verdict).toBe("refuted");
		expect(evidence.map(({ quote }) => quote)).toEqual([
			"The harbour’s lighthouse is not 44 but 34.5 metres high, “as measured” in 1931 & 1950.",
		]);
		const [openai] = ratings;
		expect(openai).toMatchObject({ status: "unsupported", citations: [] });
		expect(openai?.dropped.map(({ reason }) => reason)).toEqual([
			"not_found",
			"numbers_differ",
			"not_found",
			"not_found",
		]);
	});

	it("completes with search_failed if all sources fail", async () => {
		wiki.serve((_, response) => response.writeHead(500).end());
		const { report, ending } = await runToEnd(member, aVideo());
		expect(ending.event).toBe("completed");
		expect(report.video).toMatchObject({
			basis: "memory",
			coverage: { checked: 0 },
			interval: null,
		});
		for (const statement of report.statements)
			expect(statement).toMatchObject({ unverified_reason: "search_failed" });
		const { body } = await member.get<EvidenceRecord>(`/api/videos/${report.video.id}/evidence`);
		expect(body.searches.map(({ failure }) => failure)).toEqual(
			report.statements.map(() => "status"),
		);
	});

	it("reports search_failed, not no_evidence_found, if the found pages are unreachable", async () => {
		const answers = fakeWikipedia(ARTICLES);
		wiki.serve((path, response) =>
			path.includes("/revision/") ? response.writeHead(500).end() : answers(path, response),
		);
		const { report } = await runToEnd(member, aVideo(SAID.slice(0, 1)));
		expect(report.statements[0]).toMatchObject({
			verdict: "unverified",
			unverified_reason: "search_failed",
		});
		expect(report.video).toMatchObject({
			basis: "memory",
			bs_score: null,
			confidence_level: null,
			interval: null,
			lean: report.statements[0]?.lean,
		});
	});

	it("searches a second time if every rater lacks evidence, but not a third time", async () => {
		product.ai.answer({
			rate_by_evidence: () => ({
				verdict: "not_enough_evidence",
				score: 50,
				confidence: 20,
				explanation: "",
				missing: "",
				citations: [],
				next_query: "lighthouse survey",
			}),
		});
		const { report } = await runToEnd(member, aVideo(SAID.slice(0, 1)));
		const searches = wiki.asked.filter(({ path }) => path.includes("/search/"));
		expect(searches).toHaveLength(2);
		expect(report.statements[0]).toMatchObject({ unverified_reason: "not_enough" });
		const rated = kinds().filter((kind) => kind === "rate_by_evidence");
		expect(rated).toHaveLength(6);
	});
});

const TEA = "Green tea before bed halves the time to fall asleep.";
const PAPERS = [
	{
		id: "31415926",
		title: "Green tea before bed: a small trial",
		published_at: "2021-03-09",
		abstract: `Green tea before bed did not change the time to fall asleep in 40 adults. ${FILLER} ${FILLER}`,
	},
];

describe("analysis of a health statement with PubMed", () => {
	const papers = fakePubMed(PAPERS);
	const articles = fakeWikipedia(ARTICLES);
	const bySource =
		(at: { pubmed: Site }): Site =>
		(path, response) =>
			(path.startsWith("/eutils/") ? at.pubmed : articles)(path, response);
	const limited: Site = (_, response) => response.writeHead(429, { "retry-after": "1" }).end();

	beforeEach(() => {
		wiki.serve(bySource({ pubmed: papers }));
		product.ai.answer({
			plan: ({ passages }) => ({
				plans: passages.map((statement, at) => ({
					statement: at + 1,
					neutral: statement,
					opposing: "",
					kind: "health",
					time_sensitive: false,
				})),
			}),
			rate_by_evidence: () => ({
				verdict: "refuted",
				when_said: "refuted",
				today: "same",
				score: 90,
				confidence: 80,
				missing: "",
				next_query: "",
				explanation: "The trial found no difference.",
				citations: [
					{
						passage: "P1",
						stance: "refutes",
						quote: "Green tea before bed did not change the time to fall asleep",
					},
				],
			}),
		});
	});

	const searchesOf = async (video_id: string) => {
		const path = `/api/videos/${video_id}/evidence`;
		const { searches } = (await member.get<EvidenceRecord>(path)).body;
		return searches.map(({ source, failure }) => ({ source, failure }));
	};

	it("cites the abstract with the paper's URL and date", async () => {
		const { report } = await runToEnd(member, aVideo([TEA]));
		expect(report.statements[0]).toMatchObject({
			verdict: "refuted",
			evidence: [
				{
					final_url: "https://pubmed.ncbi.nlm.nih.gov/31415926/",
					kind: "academic",
					published_at: "2021-03-09",
					quote:
						"RESULTS: Green tea before bed did not change the time to fall asleep in 40 adults.",
				},
			],
		});
		const asked = wiki.asked.filter(({ path }) => path.includes("/eutils/"));
		expect(asked.map(({ path }) => path.split("?")[0])).toEqual([
			"/eutils/esearch.fcgi",
			"/eutils/efetch.fcgi",
		]);
		for (const { path } of asked) {
			expect(path).toContain("tool=bs-detector");
			expect(path).toContain("email=team%40example.org");
		}
	});

	it("continues with the other sources if PubMed rate-limits the search", async () => {
		wiki.serve(bySource({ pubmed: limited }));
		const video_id = aVideo([TEA]);
		const { report, ending } = await runToEnd(member, video_id);
		expect(ending.event).toBe("completed");
		// Wikipedia has no page on it, and whether PubMed has one is unknown.
		expect(report.statements[0]).toMatchObject({ unverified_reason: "search_failed" });
		expect(await searchesOf(video_id)).toEqual([
			{ source: "wikipedia", failure: null },
			{ source: "pubmed", failure: "limited" },
		]);
	});

	it("reports search_failed if PubMed rate-limits the abstract", async () => {
		wiki.serve(
			bySource({
				pubmed: (path, response) => (path.includes("efetch") ? limited : papers)(path, response),
			}),
		);
		const video_id = aVideo([TEA]);
		const { report } = await runToEnd(member, video_id);
		expect(report.statements[0]).toMatchObject({
			verdict: "unverified",
			unverified_reason: "search_failed",
		});
		const path = `/api/videos/${video_id}/evidence`;
		const { pages } = (await member.get<EvidenceRecord>(path)).body;
		expect(pages).toMatchObject([{ status: "not_opened", reason: "limited", http_status: 429 }]);
	});
});
