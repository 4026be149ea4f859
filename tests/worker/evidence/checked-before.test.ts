import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { EvidenceRecord } from "#contract/evidence.ts";
import type { Statement } from "#contract/statement.ts";
import { planWithoutModel } from "#features/evidence/search-plan.ts";
import { fakeFactChecks, fakeSearxng, SEARCH_KEY } from "#tests/support/fakes/evidence-sources.ts";
import { type Site, startWebWorld, type WebWorld } from "#tests/support/fakes/web-sites.ts";
import type { Client } from "#tests/support/world/client.ts";
import { type Product, startProduct } from "#tests/support/world/product.ts";
import { runToEnd } from "#tests/support/world/viewers.ts";

const ROOF = "The copper roof of the old market hall was finished in 1931.";
const TOWER = "The brick tower of the harbour office is 48 metres high.";
const FILLER =
	"The town has written much about its buildings, and a good deal of it can be read in the library beside the station. Guides tell visitors where the stone came from, who paid for it, and which architect lost the second competition after winning the first.";

function claimReview(claim: string, rating: string, change: object = {}) {
	return {
		"@context": "https://schema.org",
		"@type": "ClaimReview",
		claimReviewed: claim,
		author: { "@type": "Organization", name: "The Register" },
		datePublished: "2025-03-04",
		reviewRating: { "@type": "Rating", ratingValue: 4, alternateName: rating },
		...change,
	};
}

function page(title: string, text: string, ...reviews: object[]): string {
	const linked = JSON.stringify({ "@graph": reviews });
	return `<html lang="en"><head><title>${title}</title><script type="application/ld+json">${linked}</script></head><body><p>${text}</p><p>${FILLER}</p><p>${FILLER}</p></body></html>`;
}

let product: Product;
let web: WebWorld;
let member: Client;
let pages: Record<string, string>;
/** The paths that SearXNG names. */
let found: string[];
let checks: Parameters<typeof fakeFactChecks>[0];

beforeAll(async () => {
	web = await startWebWorld();
	product = await startProduct({
		EVIDENCE_SOURCES: "searxng,factcheck",
		SEARXNG_BASE_URL: `${web.origin}/searxng`,
		FACT_CHECK_API_KEY: SEARCH_KEY,
		FACT_CHECK_BASE_URL: `${web.origin}/factcheck`,
		EVIDENCE_TRUSTED_HOSTS: web.host,
		EVIDENCE_REUSE: "on",
	});
	member = await product.member();
});
afterAll(async () => {
	await product?.stop();
	await web?.close();
});
beforeEach(() => {
	web.asked.length = 0;
	product.ai.reset();
	product.ai.calls.length = 0;
	checks = [];
	pages = {};
	found = [];
	web.serve((path, response) => {
		const [, name = "", rest = ""] = /^\/(\w+)(\/.*)?$/.exec(path) ?? [];
		const named = found.map((it) => ({
			words: ["roof", "tower"],
			title: it,
			url: `${web.origin}${it}`,
		}));
		const services: Record<string, Site> = {
			searxng: fakeSearxng(named),
			factcheck: fakeFactChecks(checks),
		};
		const service = services[name];
		if (service) return service(rest, response);
		const html = pages[path];
		if (html === undefined) return void response.writeHead(404).end();
		response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
		response.end(html);
	});
});

function aVideo(...said: string[]): string {
	const cues = said.map((text, at) => ({ start: 5 * at, text }));
	return product.newVideo({ tracks: [{ language: "en", cues }] });
}

const check = (path: string, claim: string, rating: string) => ({
	words: ["roof"],
	title: "Check",
	url: `${web.origin}${path}`,
	claim,
	publisher: "Checkers",
	rating,
	reviewed_at: "2024-02-03T00:00:00Z",
});

const about = (statements: readonly Statement[], word: string) =>
	statements.find(({ content }) => content.includes(word));

describe("A claim that was checked before", () => {
	it("shows what fact checks of the same claim say, beside the verdict", async () => {
		checks = [
			check("/one", "The roof took ten years.", "False"),
			check("/one", "the copper roof of old market hall was finished in 1931", "Fa\u202Else"),
		];
		pages = {
			"/hall": page(
				"The market hall",
				"The copper roof of the market hall was finished in 1931 after two years of work.",
				claimReview("The roof took ten years.", "Pants on fire"),
				claimReview(ROOF, "Correct"),
				claimReview(ROOF, "Elsewhere", { url: "https://elsewhere.example.org/roof" }),
			),
			"/one": page("A check", "The copper roof of the market hall was finished in 1931, they say."),
		};
		found = ["/hall"];
		const video_id = aVideo(ROOF, TOWER);
		const { report } = await runToEnd(member, video_id);
		const roof = about(report.statements, "roof");
		expect(roof?.fact_checks).toEqual([
			{
				publisher: "The Register",
				published_at: "2025-03-04",
				rating: "Correct",
				url: `${web.origin}/hall`,
			},
			{
				publisher: "Checkers",
				published_at: "2024-02-03",
				rating: "False",
				url: `${web.origin}/one`,
			},
		]);
		// It decides nothing: the models judged the passages.
		expect(roof).toMatchObject({ verdict: "supported", basis: "evidence" });
		expect(about(report.statements, "tower")?.fact_checks).toEqual([]);
		const told = JSON.stringify(product.ai.calls);
		for (const theirs of ["Checkers", "The Register", "Pants on fire", "Correct"])
			expect(told).not.toContain(theirs);
		const { body } = await member.get<{ statements: Statement[] }>(
			`/api/videos/${video_id}/export`,
		);
		expect(about(body.statements, "roof")?.fact_checks).toEqual(roof?.fact_checks);
	});

	it("is known again without another request if code made the query", async () => {
		product.ai.answer({
			plan: ({ passages: [statement = ""] }) => ({
				plans: [{ statement: 1, ...planWithoutModel(statement), opposing: "" }],
			}),
		});
		const said = "The slate roof of the village school was finished in 1931.";
		checks = [check("/two", said, "Mostly true")];
		pages = {
			"/two": page("Two", `${said} The register has it.`, claimReview(said, "Half true")),
			"/three": page("Three", `${said} So it is.`, claimReview(said, "True")),
		};
		found = ["/three"];
		const first = await runToEnd(member, aVideo(said));
		const shown = first.report.statements[0]?.fact_checks;
		// The page's own rating is no second one beside that of its entry.
		expect(shown?.map(({ rating }) => rating)).toEqual(["True", "Mostly true"]);
		web.asked.length = 0;
		const second = await runToEnd(member, aVideo(said));
		expect(web.asked).toEqual([]);
		expect(second.report.statements[0]?.fact_checks).toEqual(shown);
	});

	it("is not taken from a page that only a member named", async () => {
		const said = `Nobody doubts it: ${TOWER}`;
		const text = "The brick tower of the harbour office is 48 metres high, as was measured.";
		pages = {
			"/tower": page("The tower", text),
			"/mine": page("Mine", `${text} Again.`, claimReview(said, "True")),
		};
		found = ["/tower"];
		const video_id = aVideo(said);
		const { report } = await runToEnd(member, video_id);
		const [statement] = report.statements;
		await member.post(`/api/statements/${statement?.id}/pages`, { url: `${web.origin}/mine` });
		web.asked.length = 0;
		const again = await runToEnd(member, video_id, { force: true });
		const record = await member.get<EvidenceRecord>(`/api/videos/${video_id}/evidence`);
		const opened = record.body.pages.filter(({ status }) => status === "opened");
		expect(opened.map(({ url }) => url)).toContain(`${web.origin}/mine`);
		expect(again.report.statements[0]?.fact_checks).toEqual([]);
	});
});
