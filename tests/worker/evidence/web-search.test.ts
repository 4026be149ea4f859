import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { EvidenceRecord } from "#contract/evidence.ts";
import type { Spending, SpendingAnalyses } from "#contract/spending.ts";
import type { Report } from "#contract/video.ts";
import {
	fakeBrave,
	fakeFactChecks,
	fakeSearxng,
	SEARCH_KEY,
} from "#tests/support/fakes/evidence-sources.ts";
import { type Site, startWebWorld, type WebWorld } from "#tests/support/fakes/web-sites.ts";
import type { Client } from "#tests/support/world/client.ts";
import { type Product, startProduct } from "#tests/support/world/product.ts";
import { ADMIN_EMAIL, signedInAdmin } from "#tests/support/world/signed-in.ts";
import { runToEnd } from "#tests/support/world/viewers.ts";

const ROOF = "The copper roof of the old market hall was finished in 1931.";
const BICYCLE = "Nobody in the village has ever owned a purple bicycle with wings.";
const FILLER =
	"The town has written much about its buildings, and a good deal of it can be read in the library beside the station. Guides tell visitors where the stone came from, who paid for it, and which architect lost the second competition after winning the first.";
const page = (title: string, text: string) =>
	`<html lang="en"><head><title>${title}</title></head><body><p>${text}</p><p>${FILLER}</p><p>${FILLER}</p></body></html>`;
const HALL = page(
	"The market hall",
	"The copper roof of the market hall was finished in 1931 after two years of work.",
);
const CHECKED = page(
	"Did the roof take longer?",
	"The copper roof of the market hall was finished in 1931, as the register of works says.",
);
const TRAP = page(
	"TowerTruth",
	"The copper roof of the market hall was not finished in 1931 but in 1954, says TowerTruth.",
);
/** Those that the tests pay for, until one fails, and room for two statements with two each. */
const LIMIT_SEARCH_CALLS = 17 + 4;

let product: Product;
let web: WebWorld;
let member: Client;
let brave: Site;

beforeAll(async () => {
	web = await startWebWorld();
	product = await startProduct({
		EVIDENCE_SOURCES: "brave,searxng,factcheck",
		BRAVE_API_KEY: SEARCH_KEY,
		BRAVE_BASE_URL: `${web.origin}/brave`,
		SEARXNG_BASE_URL: `${web.origin}/searxng`,
		FACT_CHECK_API_KEY: SEARCH_KEY,
		FACT_CHECK_BASE_URL: `${web.origin}/factcheck`,
		EVIDENCE_TRUSTED_HOSTS: web.host,
		EVIDENCE_REUSE: "on",
		ADMIN_EMAILS: ADMIN_EMAIL,
		LIMIT_SEARCH_CALLS: String(LIMIT_SEARCH_CALLS),
	});
	member = await product.member();
});
afterAll(async () => {
	await product?.stop();
	await web?.close();
});
beforeEach(answerWell);
function answerWell(): void {
	web.asked.length = 0;
	product.ai.reset();
	product.ai.answer({
		plan: ({ passages }) => ({
			plans: passages.map((statement, at) => ({
				statement: at + 1,
				neutral: statement,
				kind: "other",
				opposing: `${statement} wrong`,
				time_sensitive: false,
			})),
		}),
	});
	const hall = { words: ["roof"], title: "Hall", url: `${web.origin}/hall` };
	brave = fakeBrave([hall]);
	const services: Record<string, Site> = {
		searxng: fakeSearxng([hall]),
		factcheck: fakeFactChecks([
			{
				words: ["roof"],
				title: "Check",
				url: `${web.origin}/check`,
				claim: "The roof took ten years.",
				publisher: "Checkers",
				rating: "False",
				reviewed_at: "2024-02-03T00:00:00Z",
			},
		]),
	};
	const texts: Record<string, string> = { "/hall": HALL, "/check": CHECKED, "/trap": TRAP };
	web.serve((path, response) => {
		const [, name = "", rest = ""] = /^\/(\w+)(\/.*)?$/.exec(path) ?? [];
		const service = name === "brave" ? brave : services[name];
		if (service) return service(rest, response);
		const html = texts[path];
		if (html === undefined) return void response.writeHead(404).end();
		response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
		response.end(html);
	});
}

const shown = ({ report: { statements } }: { report: Report }) =>
	statements.map(({ verdict, ai_score, evidence }) => ({
		verdict,
		ai_score,
		evidence: evidence.map(({ id: _, ...piece }) => piece),
	}));

function aVideo(...said: string[]): string {
	const cues = said.map((text, at) => ({ start: 5 * at, text }));
	return product.newVideo({ tracks: [{ language: "en", cues }] });
}

const asked = (name: string) => web.asked.filter(({ path }) => path.startsWith(`/${name}`)).length;

const searchesOf = async (video_id: string) =>
	(await member.get<EvidenceRecord>(`/api/videos/${video_id}/evidence`)).body.searches;

describe("A run that searches the whole web", () => {
	it("opens the pages that all searches name, and shows a fact check's rating as its publisher's", async () => {
		const video_id = aVideo(ROOF);
		const { report } = await runToEnd(member, video_id);
		const [roof] = report.statements;
		expect(roof).toMatchObject({ verdict: "supported", basis: "evidence" });
		expect([asked("brave"), asked("searxng"), asked("factcheck")]).toEqual([2, 1, 1]);
		expect([asked("hall"), asked("check")]).toEqual([1, 1]);
		const { searches, pages } = (
			await member.get<EvidenceRecord>(`/api/videos/${video_id}/evidence`)
		).body;
		expect(searches.map(({ source, failure }) => [source, failure])).toEqual([
			["brave", null],
			["brave", null],
			["searxng", null],
			["factcheck", null],
		]);
		expect(pages.map(({ title }) => title).sort()).toEqual([
			"Did the roof take longer?",
			"The market hall",
		]);
		// The rating is no part of what raters read.
		expect(JSON.stringify(product.ai.calls)).not.toContain("Checkers");
		for (const { final_url, review } of roof?.evidence ?? [])
			expect(review).toEqual(
				final_url.endsWith("/check")
					? {
							claim: "The roof took ten years.",
							publisher: "Checkers",
							rating: "False",
							reviewed_at: "2024-02-03",
						}
					: null,
			);
	});

	it("pays for its searches, by source, in the day's budget and on the spending page", async () => {
		const admin = await signedInAdmin(product);
		const { today, days } = (await admin.get<Spending>("/api/admin/spending")).body;
		expect(today.searches).toEqual({ taken: 2, limit: LIMIT_SEARCH_CALLS });
		expect(days.find(({ step }) => step === "search")).toMatchObject({
			provider: "brave",
			model: "",
			requests: 2,
			unpriced_calls: 0,
			cost_usd: 0.01,
		});
		const { analyses } = (await admin.get<SpendingAnalyses>("/api/admin/spending/analyses")).body;
		expect(
			analyses.flatMap(({ steps }) => steps).filter(({ step }) => step === "search"),
		).toMatchObject([{ provider: "brave", calls: 2, cost_usd: 0.01 }]);
		// What a search takes is no call to a provider.
		const of_models = days.filter(({ step }) => step !== "search");
		const requests = of_models.reduce((sum, it) => sum + it.requests, 0);
		expect(today.calls.taken).toBe(requests);
	});

	it("lets no title of another video decide what is found for a claim", async () => {
		const before = await runToEnd(member, aVideo(ROOF));
		// A planner that follows the title of the other video, and one that finds nothing.
		for (const query of ["TowerTruth", "zzzz"]) {
			product.ai.answer({
				plan: () => ({
					plans: [
						{
							statement: 1,
							neutral: `${query} roof`,
							opposing: `${query} roofs`,
							kind: "other",
							time_sensitive: false,
						},
					],
				}),
			});
			brave = fakeBrave([
				{ words: [query.toLowerCase()], title: "Trap", url: `${web.origin}/trap` },
			]);
			const { report } = await runToEnd(member, aVideo(ROOF));
			expect(report.statements).toHaveLength(1);
		}
		answerWell();
		web.asked.length = 0;
		const video_id = aVideo(ROOF);
		const { report } = await runToEnd(member, video_id);
		expect(shown({ report })).toEqual(shown(before));
		// Its own plan is asked, as if nobody had made the claim before.
		expect([asked("brave"), asked("searxng"), asked("factcheck")]).toEqual([2, 1, 1]);
		for (const { query } of await searchesOf(video_id)) expect(query).toMatch(/^The copper roof/);
	});

	it("pays only for what speaks against a claim whose own words were asked for, and opens no page again", async () => {
		const in_own_words = ({ passages }: { passages: string[] }) => ({
			plans: passages.map((_, at) => ({
				statement: at + 1,
				neutral: "copper roof market",
				kind: "other",
				opposing: "",
				time_sensitive: false,
			})),
		});
		product.ai.answer({ plan: in_own_words });
		const before = await runToEnd(member, aVideo(ROOF));
		answerWell();
		const other = `${ROOF.toUpperCase().replace(".", "!")}`;
		for (const [said, paid] of [
			[ROOF, 1],
			// The same claim, of which code makes another query.
			[other, 2],
		] as const) {
			web.asked.length = 0;
			product.ai.calls.length = 0;
			const video_id = aVideo(said);
			const { report } = await runToEnd(member, video_id);
			expect([asked("brave"), asked("hall"), asked("check")]).toEqual([paid, 0, 0]);
			// Evidence is used again, verdicts never are.
			const rated = product.ai.calls.filter(({ kind }) => kind === "rate_by_evidence");
			expect(rated).toHaveLength(3);
			expect(shown({ report })).toEqual(shown(before));
			const reused = (await searchesOf(video_id)).filter((it) => it.searched_at !== undefined);
			expect(reused.map(({ query }) => query)).toEqual(
				paid === 1 ? ["copper roof market", "copper roof market", "copper roof market"] : [],
			);
		}
	});

	it("searches afresh, with the pages it has, when the same video is analysed again", async () => {
		const video_id = aVideo(ROOF);
		const first = await runToEnd(member, video_id);
		web.asked.length = 0;
		const again = await runToEnd(member, video_id, { force: true });
		expect([asked("brave"), asked("searxng"), asked("factcheck")]).toEqual([2, 1, 1]);
		expect([asked("hall"), asked("check")]).toEqual([0, 0]);
		const found = ({ report }: typeof first) =>
			report.statements.map(({ id, verdict, evidence }) => ({
				id,
				verdict,
				quotes: evidence.map(({ quote, fetched_at }) => [quote, fetched_at]),
			}));
		expect(found(again)).toEqual(found(first));
	});

	it("goes on with the other sources if one fails, and pays nothing for that", async () => {
		brave = (_, response) => response.writeHead(429, { "retry-after": "0" }).end("{}");
		const video_id = aVideo(`Guides say this: ${ROOF}`);
		const { report } = await runToEnd(member, video_id);
		expect(report.statements[0]).toMatchObject({ verdict: "supported" });
		expect((await searchesOf(video_id)).map(({ source, failure }) => [source, failure])).toEqual([
			["brave", "limited"],
			["brave", "limited"],
			["searxng", null],
			["factcheck", null],
		]);
	});

	it("asks the other sources alone once the day's paid searches are used up, and says so", async () => {
		// Two were paid for, and two that failed were tried.
		await runToEnd(member, aVideo(`It is written: ${ROOF}`));
		web.asked.length = 0;
		const video_id = aVideo(BICYCLE, `As everybody knows: ${ROOF}`);
		const { report } = await runToEnd(member, video_id);
		expect(asked("brave")).toBe(0);
		const failures = (await searchesOf(video_id)).flatMap(({ source, failure }) =>
			source === "brave" ? [failure] : [],
		);
		expect(failures).toEqual(["budget", "budget", "budget", "budget"]);
		const of = (word: string) => report.statements.find(({ content }) => content.includes(word));
		expect(of("bicycle")).toMatchObject({ unverified_reason: "budget" });
		expect(of("roof")).toMatchObject({ verdict: "supported" });
	});
});
