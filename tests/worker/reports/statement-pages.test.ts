import { describe, expect, it } from "vitest";
import type { Report } from "#contract/video.ts";
import type { CompletedRun } from "#features/analysis/publication.ts";
import { publish } from "#features/analysis/publication-queries.ts";
import { aCompletedRun, aRating, aStatement } from "#tests/support/fixtures/publications.ts";
import { readPage } from "#tests/support/world/answer-checks.ts";
import { startCountingProduct } from "#tests/support/world/entered-product.ts";
import { opened } from "#tests/support/world/opened.ts";

const product = opened(() => startCountingProduct());

async function published(fields: Partial<CompletedRun> = {}) {
	const run = aCompletedRun({ statements: [aStatement()], ...fields });
	await publish(product.db, run);
	return run;
}

async function open(path: string) {
	const answer = await product.get(path);
	return { ...answer, page: readPage(answer.html) };
}

type Review = {
	url: string;
	claimReviewed: string;
	reviewRating: Record<string, unknown>;
	[key: string]: unknown;
};

describe("statement page", () => {
	it("has its own address, title and review", async () => {
		const first = aStatement({ content: "The bridge is 12 km long." });
		const second = aStatement({ ai_score: 72, timestamp: 40 });
		const { video_id } = await published({ statements: [first, second] });
		const path = `/results/${video_id}/statements/${first.id}`;
		const { status, page } = await open(path);
		expect(status).toBe(200);
		expect(page.title).toBe("The bridge is 12 km long. · BS Detector");
		expect(page.links("canonical")).toEqual([product.url + path]);
		expect(page.meta("og:url")).toBe(product.url + path);
		expect(page.meta("description")).toContain("Questionable, BS score 50");
		const reviews = page.json_ld as Review[];
		expect(reviews.map(({ url }) => url)).toEqual([product.url + path]);
		const report = page.data.answers[`/api/videos/${video_id}`] as Report;
		expect(report.statements).toHaveLength(2);
		expect(page.document.getElementById(`s-${first.id}`)?.className).toContain("bg-sunken");
	});

	it("returns 404 for an unknown statement and still shows the report", async () => {
		const { video_id } = await published();
		for (const id of ["none", "%E0%A4%A", "%3Cscript%3E"]) {
			const { status, page } = await open(`/results/${video_id}/statements/${id}`);
			expect(status).toBe(404);
			expect(page.meta("robots")).toBe("noindex");
			expect(page.links("canonical")).toEqual([`${product.url}/results/${video_id}`]);
			expect(page.text).toContain("Mixed accuracy");
			expect(page.json_ld).toBeNull();
		}
	});
});

describe("ClaimReview data", () => {
	it("has every required field, with a rating that rises with accuracy", async () => {
		const statement = aStatement({ ai_score: 85, content: "It is made of wood." });
		const { video_id } = await published({ statements: [statement] });
		const { page } = await open(`/results/${video_id}`);
		const [review] = page.json_ld as [Review];
		const site = { "@type": "Organization", name: "BS Detector", url: `${product.url}/` };
		expect(review).toEqual({
			"@context": "https://schema.org",
			"@type": "ClaimReview",
			url: `${product.url}/results/${video_id}/statements/${statement.id}`,
			claimReviewed: "It is made of wood.",
			datePublished: "2026-01-01",
			inLanguage: "en",
			author: site,
			sdPublisher: site,
			creditText:
				"Automated rating by OpenAI, Claude, Gemini, combined by BS Detector. No person has reviewed it.",
			publishingPrinciples: `${product.url}/how-it-works`,
			itemReviewed: {
				"@type": "Claim",
				text: statement.quote,
				datePublished: "2024-05-06T07:08:09Z",
				author: { "@type": "Organization", name: "Bridge Channel" },
				appearance: {
					"@type": "VideoObject",
					name: "How the bridge was built",
					url: `https://www.youtube.com/watch?v=${video_id}`,
					thumbnailUrl: "https://i.ytimg.com/vi/x/hqdefault.jpg",
					uploadDate: "2024-05-06T07:08:09Z",
				},
			},
			reviewRating: {
				"@type": "Rating",
				ratingValue: 15,
				bestRating: 100,
				worstRating: 0,
				alternateName: "Misleading",
				name: "Misleading",
				ratingExplanation: statement.explanation,
			},
			citation: ["https://example.org/openai"],
		});
	});

	it("omits a statement that fewer than two models rated", async () => {
		const lonely = aStatement({
			ratings: [
				aRating("openai", 80),
				aRating("claude", 50, "failed"),
				aRating("gemini", 50, "failed"),
			],
		});
		const two = aStatement({
			timestamp: 50,
			ratings: [aRating("openai", 80), aRating("claude", 60), aRating("gemini", 50, "failed")],
		});
		const { video_id } = await published({ statements: [lonely, two] });
		const { page } = await open(`/results/${video_id}`);
		const reviews = page.json_ld as Review[];
		expect(reviews).toHaveLength(1);
		expect(reviews[0]?.url).toMatch(new RegExp(`/${two.id}$`));
		expect(reviews[0]?.creditText).toContain("OpenAI, Claude,");
		const { page: own } = await open(`/results/${video_id}/statements/${lonely.id}`);
		expect(own.json_ld).toBeNull();
	});
});
