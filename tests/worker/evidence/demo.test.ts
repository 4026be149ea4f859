import { beforeAll, describe, expect, it } from "vitest";
import { bandFor } from "#contract/bands.ts";
import type { EvidenceRecord } from "#contract/evidence.ts";
import { opened } from "#tests/support/world/opened.ts";
import { DEMO_ENV, startProduct } from "#tests/support/world/product.ts";
import { type EndedRun, runToEnd } from "#tests/support/world/viewers.ts";
import { foldText } from "#text/fold.ts";

const BANDS = {
	supported: "factual",
	outdated: "factual",
	missing_context: "moderate",
	conflicting: "moderate",
	refuted: "high",
};
const SAMPLES = ["sample-fact", "sample-half", "sample-myth"];

let runs: EndedRun[];

const product = opened(() => startProduct({ ...DEMO_ENV, EVIDENCE_SOURCES: "samples" }));
const member = opened(() => product.member());
beforeAll(async () => {
	runs = await Promise.all(SAMPLES.map((id) => runToEnd(member, id)));
});

const all = () => runs.flatMap(({ report }) => report.statements);
const about = (words: string) => {
	const found = all().find(({ content }) => content.includes(words));
	if (!found) throw new Error(`There is no statement with ${words}`);
	return found;
};

describe("sample videos checked against sample pages", () => {
	it("complete with their source, coverage and score interval", () => {
		for (const { ending, report } of runs) {
			expect(ending.event).toBe("completed");
			const { video, statements } = report;
			const checked = statements.filter(({ basis }) => basis === "evidence");
			expect(checked.length).toBeGreaterThan(2);
			const checkable = statements.filter((it) => it.unverified_reason !== "not_checkable").length;
			expect(video).toMatchObject({
				evidence_sources: ["samples"],
				basis: "evidence",
				coverage: { checkable, checked: checked.length },
			});
			const { low, high } = video.interval ?? { low: 101, high: -1 };
			expect(low).toBeLessThanOrEqual(Number(video.bs_score));
			expect(high).toBeGreaterThanOrEqual(Number(video.bs_score));
		}
	});

	it("show a verdict only with quotes that appear on their pages", async () => {
		const checked = all().filter(({ basis }) => basis === "evidence");
		expect(checked.length).toBeGreaterThan(15);
		const pages = new Map<string, string>();
		for (const { verdict, ai_score, evidence } of checked) {
			expect(evidence.length).toBeGreaterThan(0);
			expect(BANDS).toHaveProperty(String(verdict), bandFor(Number(ai_score)));
			for (const { final_url, quote, before, after } of evidence) {
				const html =
					pages.get(final_url) ?? (await (await fetch(new URL(final_url, product.url))).text());
				pages.set(final_url, html);
				const text = html.replaceAll(/<[^>]*>/g, " ");
				expect(foldText(text)).toContain(foldText(before + quote + after));
			}
		}
	});

	it("cover every verdict, and every unverified reason except budget and recency", () => {
		const verdicts = new Set(all().map(({ verdict }) => verdict));
		expect([...verdicts].sort()).toEqual([...Object.keys(BANDS), "unverified"].sort());
		const reasons = new Set(all().map((it) => it.unverified_reason));
		reasons.delete(null);
		expect([...reasons].sort()).toEqual([
			"no_evidence_found",
			"not_checkable",
			"not_enough",
			"quotes_not_found",
			"search_failed",
		]);
	});

	it("are outdated if a newer page refutes them, and conflicting if older pages disagree", () => {
		const bats = about("1,450 species");
		const said_on = runs[1]?.report.video.published_at ?? "";
		const dated = (stance: string) =>
			bats.evidence
				.filter((it) => it.stance === stance)
				.map(({ published_at }) => (published_at ?? "") > said_on);
		expect(bats).toMatchObject({ verdict: "outdated", when_said: "supported", today: "refuted" });
		expect({ refutes: dated("refutes"), supports: dated("supports") }).toEqual({
			refutes: [true],
			supports: [false],
		});
		const elephants = about("Elephants");
		expect(elephants).toMatchObject({ verdict: "conflicting", independent_sources: 2 });
		for (const { published_at } of elephants.evidence)
			expect((published_at ?? "") > said_on).toBe(false);
	});

	it("show quotes that are not on the page as dropped", async () => {
		const whale = about("blue whale");
		expect(whale).toMatchObject({
			verdict: "unverified",
			unverified_reason: "quotes_not_found",
			evidence: [],
		});
		for (const { dropped } of whale.ratings)
			expect(dropped).toMatchObject([{ reason: "not_found" }]);
	});

	it("can support a statement against the models' lean", () => {
		const sharks = about("older than trees");
		expect(sharks.verdict).toBe("supported");
		for (const { lean } of sharks.ratings)
			expect((lean?.score ?? 0) - Number(sharks.ai_score)).toBeGreaterThan(30);
	});

	it("name a page that could not be opened", async () => {
		const { body } = await member.get<EvidenceRecord>("/api/videos/sample-myth/evidence");
		const spiders = body.pages.find(({ url }) => url.endsWith("spiders-asleep"));
		expect(spiders).toMatchObject({ status: "not_opened", reason: "timeout" });
		const { status } = await fetch(new URL(spiders?.url ?? "", product.url));
		expect(status).toBe(404);
	});

	it("mark a statement unverified without evidence, with a lean in place of every number", () => {
		const unverified = all().filter(({ verdict }) => verdict === "unverified");
		expect(unverified.length).toBeGreaterThan(0);
		for (const statement of unverified) {
			for (const { score } of statement.ratings) expect(score).toBeNull();
			expect(statement).toMatchObject({
				basis: "memory",
				ai_score: null,
				confidence_level: null,
				openai_score: null,
				claude_score: null,
				gemini_score: null,
				interval: null,
				independent_sources: 0,
				unverified_reason: expect.stringMatching(/./),
			});
		}
		expect(unverified.some(({ lean }) => lean !== null)).toBe(true);
	});

	it("count the same text on two sites as one source and independent sites as two", () => {
		const ants = about("Every ant");
		const sites = new Set(ants.evidence.map(({ site }) => site));
		expect(sites.size).toBe(2);
		expect(ants.independent_sources).toBe(1);
		// Simulated ratings keep their own confidence.
		expect(ants).toMatchObject({ confidence_level: 75, calibration: null });
		const bar = about("platinum bar delivered");
		expect(bar.independent_sources).toBe(2);
	});

	it("do not count a page that repeats the claim as a source for it", () => {
		const goldfish = about("goldfish");
		expect(goldfish.verdict).toBe("refuted");
		expect(goldfish.independent_sources).toBe(1);
	});

	it("drop text that addresses the model and mark its page", async () => {
		const { body } = await member.get<EvidenceRecord>("/api/videos/sample-myth/evidence");
		const advert = body.pages.find(({ url }) => url.endsWith("brain-advert"));
		expect(advert).toMatchObject({ status: "opened", aimed_at_raters: true });
		const cited = about("10 percent of your brain").evidence;
		expect(cited.map(({ url }) => url)).not.toContain(advert?.url);
		expect(cited.length).toBeGreaterThan(0);
	});

	it("list a page only for the statements that it was found for", async () => {
		const { id, video_id, evidence } = about("goldfish");
		const { body } = await member.get<EvidenceRecord>(`/api/videos/${video_id}/evidence`);
		const pages = body.pages.filter(({ statement_ids }) => statement_ids.includes(id));
		expect(pages.map(({ url }) => url)).toEqual(
			expect.arrayContaining(evidence.map(({ url }) => url)),
		);
		expect(pages.filter(({ url }) => /spider|brain/.test(url))).toEqual([]);
	});

	it("return a piece of evidence by id, and 404 for an unknown id", async () => {
		const [piece] = about("Great Wall").evidence;
		const found = await member.get(`/api/evidence/${piece?.id}`);
		expect(found.body).toEqual(piece);
		const { status, body } = await member.get(`/api/evidence/${"0".repeat(24)}`);
		expect({ status, body }).toMatchObject({ status: 404, body: { code: "evidence_not_found" } });
	});

	it("report searching and reading in their progress", () => {
		const seen = runs.flatMap(({ events }) =>
			events.flatMap(({ event, data }) =>
				event === "progress"
					? [(data as { analysis: { activity: { kind: string } | null } }).analysis]
					: [],
			),
		);
		const kinds = new Set(seen.map(({ activity }) => activity?.kind));
		expect(kinds).toContain("search");
		expect(kinds).toContain("read");
	});
});
