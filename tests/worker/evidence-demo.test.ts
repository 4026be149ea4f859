import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bandFor } from "#contract/bands.ts";
import type { EvidenceRecord } from "#contract/evidence.ts";
import type { Client } from "#tests/support/world/client.ts";
import {
	DEMO_ENV,
	type Product,
	startProduct,
} from "#tests/support/world/product.ts";
import { type EndedRun, runToEnd } from "#tests/support/world/viewers.ts";
import { foldText } from "#text/fold.ts";

const SAMPLES = ["sample-fact", "sample-half", "sample-myth"];

let product: Product;
let member: Client;
let runs: EndedRun[];

beforeAll(async () => {
	product = await startProduct({ ...DEMO_ENV, EVIDENCE_SOURCES: "samples" });
	member = await product.member();
	runs = await Promise.all(SAMPLES.map((id) => runToEnd(member, id)));
});
afterAll(() => product?.stop());

const all = () => runs.flatMap(({ report }) => report.statements);
const about = (words: string) => {
	const found = all().find(({ content }) => content.includes(words));
	if (!found) throw new Error(`There is no statement with ${words}`);
	return found;
};

describe("A sample video, checked by the sample pages", () => {
	it("is analysed to its end, and says which source was asked and how much was checked", () => {
		for (const { ending, report } of runs) {
			expect(ending.event).toBe("completed");
			const { video, statements } = report;
			const checked = statements.filter(({ basis }) => basis === "evidence");
			expect(checked.length).toBeGreaterThan(2);
			expect(video).toMatchObject({
				evidence_sources: ["samples"],
				basis: "evidence",
				coverage: { checkable: statements.length, checked: checked.length },
			});
			const { low, high } = video.interval ?? { low: 101, high: -1 };
			expect(low).toBeLessThanOrEqual(video.bs_score);
			expect(high).toBeGreaterThanOrEqual(video.bs_score);
		}
	});

	it("shows a verdict only beside a quote that stands on its page", async () => {
		const checked = all().filter(({ basis }) => basis === "evidence");
		expect(checked.length).toBeGreaterThan(15);
		const pages = new Map<string, string>();
		for (const { verdict, ai_score, evidence } of checked) {
			expect(evidence.length).toBeGreaterThan(0);
			const band = { supported: "factual", missing_context: "moderate" };
			expect({ ...band, refuted: "high" }).toHaveProperty(
				String(verdict),
				bandFor(ai_score),
			);
			for (const { final_url, quote, before, after } of evidence) {
				const html =
					pages.get(final_url) ??
					(await (await fetch(new URL(final_url, product.url))).text());
				pages.set(final_url, html);
				const text = html.replaceAll(/<[^>]*>/g, " ");
				expect(foldText(text)).toContain(foldText(before + quote + after));
			}
		}
	});

	it("is unverified where no page says anything, and keeps the lean apart from the verdicts", () => {
		const unverified = all().filter(({ verdict }) => verdict === "unverified");
		expect(unverified.length).toBeGreaterThan(0);
		for (const statement of unverified)
			expect(statement).toMatchObject({
				basis: "memory",
				interval: null,
				independent_sources: 0,
				unverified_reason: expect.stringMatching(/./),
			});
	});

	it("counts the same text on two sites once, and independent sites as two", () => {
		const ants = about("Every ant");
		const sites = new Set(ants.evidence.map(({ site }) => site));
		expect(sites.size).toBe(2);
		expect(ants.independent_sources).toBe(1);
		expect(ants.confidence_level).toBeLessThanOrEqual(60);
		const bar = about("platinum bar delivered");
		expect(bar.independent_sources).toBe(2);
	});

	it("does not let a page that repeats a claim speak for it", () => {
		const goldfish = about("goldfish");
		expect(goldfish.verdict).toBe("refuted");
		expect(goldfish.independent_sources).toBe(1);
	});

	it("drops what a page says to the model, and marks the page", async () => {
		const { body } = await member.get<EvidenceRecord>(
			"/api/videos/sample-myth/evidence",
		);
		const advert = body.pages.find(({ url }) => url.endsWith("brain-advert"));
		expect(advert).toMatchObject({ status: "opened", aimed_at_raters: true });
		const cited = about("10 percent of your brain").evidence;
		expect(cited.map(({ url }) => url)).not.toContain(advert?.url);
		expect(cited.length).toBeGreaterThan(0);
	});

	it("answers for one piece of evidence, and for one that does not exist", async () => {
		const [piece] = about("Great Wall").evidence;
		const found = await member.get(`/api/evidence/${piece?.id}`);
		expect(found.body).toEqual(piece);
		const { status, body } = await member.get(
			`/api/evidence/${"0".repeat(24)}`,
		);
		expect({ status, body }).toMatchObject({
			status: 404,
			body: { code: "evidence_not_found" },
		});
	});

	it("tells viewers what it searches and reads", () => {
		const seen = runs.flatMap(({ events }) =>
			events.flatMap(({ event, data }) =>
				event === "progress"
					? [
							(data as { analysis: { activity: { kind: string } | null } })
								.analysis,
						]
					: [],
			),
		);
		const kinds = new Set(seen.map(({ activity }) => activity?.kind));
		expect(kinds).toContain("search");
		expect(kinds).toContain("read");
	});
});
