import { describe, expect, it } from "vitest";
import type { Report } from "#contract/video.ts";
import type { CompletedRun } from "#features/analysis/publication.ts";
import { publish } from "#features/analysis/publication-queries.ts";
import {
	aCompletedRun,
	aFailedRun,
	aRating,
	aStatement,
	aTranscript,
	freshVideoId,
	someMetadata,
} from "#tests/support/fixtures/publications.ts";
import { readPage } from "#tests/support/world/answer-checks.ts";
import { startCountingProduct } from "#tests/support/world/entered-product.ts";
import { opened } from "#tests/support/world/opened.ts";

const HOSTILE = `</title></script><script>alert(1)</script><img src=x onerror="alert(2)">'&amp;`;

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

describe("page of a finished report", () => {
	it("is not mixed up with the pages of its statements", async () => {
		const statement = aStatement({ content: "Bridges are built from stone." });
		const { video_id } = await published({ statements: [statement] });
		const report = `/results/${video_id}`;
		const missing = `${report}/statements/null`;
		const whole = { path: report, status: 200, title: /^How the bridge/, hidden: false };
		const gone = { ...whole, path: missing, status: 404, hidden: true };
		const one = {
			path: `${report}/statements/${statement.id}`,
			status: 200,
			title: /^Questionable: Bridges are built/,
			hidden: false,
		};
		const expected = [gone, gone, whole, gone, one, whole, gone];
		for (const { path, status, title, hidden } of expected) {
			const opened = await open(path);
			expect(opened.status, path).toBe(status);
			expect(opened.page.title, path).toMatch(title);
			expect(opened.page.meta("robots") !== null, path).toBe(hidden);
		}
	});

	it("contains its preview and search metadata in the first 4 KB", async () => {
		const statements = [
			aStatement({ ai_score: 10 }),
			aStatement({ ai_score: 50, timestamp: 20 }),
			aStatement({ ai_score: 90, timestamp: 30 }),
		];
		const { video_id } = await published({ statements, bs_score: 50 });
		const { status, html, page } = await open(`/results/${video_id}`);
		const address = `${product.url}/results/${video_id}`;
		expect(status).toBe(200);
		expect(page.title).toBe("How the bridge was built · BS Detector");
		expect(page.links("canonical")).toEqual([address]);
		expect(page.meta("robots")).toBeNull();
		expect(page.meta("description")).toBe(
			"3 AI models rate 1 of 3 statements as misleading, 1 as questionable and 1 as factual, from memory. BS score 50 of 100: 0 is factual, 100 is false.",
		);
		expect(page.meta("og:title")).toBe(
			"How the bridge was built: BS score 50 of 100, Mixed accuracy",
		);
		expect(page.meta("og:description")).toBe(page.meta("description"));
		expect(page.meta("og:url")).toBe(address);
		expect(page.meta("og:type")).toBe("article");
		expect(page.meta("og:image")).toBe(`${product.url}/og/${video_id}.png?v=1`);
		expect(page.meta("og:image:width")).toBe("1200");
		expect(page.meta("og:image:height")).toBe("630");
		expect(page.meta("og:image:alt")).toContain("1 of 3 statements as misleading");
		expect(page.meta("twitter:card")).toBe("summary_large_image");
		expect(page.meta("generator-kind")).toBe("ai_models");
		expect(page.links("alternate", "application/json+oembed")).toEqual([
			`${product.url}/oembed?url=${encodeURIComponent(address)}&format=json`,
		]);
		expect(page.links("alternate", "application/atom+xml")).toEqual([
			`${product.url}/feed.xml`,
			`${product.url}/channel/UC0000000000000000000000/feed.xml`,
		]);
		expect(html.indexOf("twitter:card")).toBeLessThan(4_096);
	});

	it("shows title, score, verdict and every statement without scripts", async () => {
		const statements = [
			aStatement({ ai_score: 80, quote: "it weighs a million tons" }),
			aStatement({ ai_score: 76, timestamp: 3_725, quote: "nobody paid" }),
		];
		const { video_id } = await published({ statements, bs_score: 78 });
		const { page } = await open(`/results/${video_id}`);
		for (const words of [
			"How the bridge was built",
			"Bridge Channel",
			"High BS content",
			"it weighs a million tons",
			"nobody paid",
			"1:02:05",
			"openai says 80",
			"3 AI models rate all 2 statements as misleading, from memory.",
			"Written by AI models, rated from memory. How",
		])
			expect(page.text).toContain(words);
		const gauge = page.document.querySelector("#root [role=meter][aria-label='BS Score']");
		expect(gauge?.getAttribute("aria-valuetext")).toContain("78 of 100");
		expect(page.document.querySelector("noscript")).toBeNull();
	});

	it("embeds the same report as the API returns", async () => {
		const { video_id } = await published();
		const { page } = await open(`/results/${video_id}`);
		const path = `/api/videos/${video_id}`;
		const api = await fetch(product.url + path);
		expect(page.data.answers[path]).toEqual(await api.json());
		const health = await fetch(`${product.url}/api/health`);
		expect(page.data.answers["/api/health"]).toEqual(await health.json());
		expect(page.data.problems).toEqual({});
	});

	it("does not turn text from a video or a model into markup", async () => {
		const statement = aStatement({
			content: HOSTILE,
			quote: HOSTILE,
			explanation: HOSTILE,
			sources: [HOSTILE, "javascript:alert(3)"],
		});
		const { video_id } = await published({
			statements: [statement],
			metadata: someMetadata({
				title: HOSTILE,
				channel_name: HOSTILE,
				thumbnail_url: `https://i.ytimg.com/"onload="alert(4)`,
			}),
		});
		for (const path of [
			`/results/${video_id}`,
			`/results/${video_id}/statements/${statement.id}`,
		]) {
			const { html, page } = await open(path);
			const scripts = [...page.document.querySelectorAll("script")];
			expect(scripts.map(({ type, src }) => type || src)).toEqual([
				"application/ld+json",
				"",
				"application/json",
				"module",
			]);
			expect(page.document.querySelector("[onerror],[onload]")).toBeNull();
			expect(page.document.querySelectorAll("#root img")).toHaveLength(1);
			expect(page.title).toContain(HOSTILE);
			expect(html).not.toContain("<script>alert");
			expect(page.meta("og:title")).toContain(HOSTILE);
			expect(page.text).toContain(HOSTILE);
			const [review] = page.json_ld as Record<string, unknown>[];
			expect(review?.claimReviewed).toBe(HOSTILE);
			expect(review?.citation).toBeUndefined();
		}
	});

	it("shows that there is nothing to check instead of a score of zero", async () => {
		const { video_id } = await published({ statements: [], bs_score: 0 });
		const { page } = await open(`/results/${video_id}`);
		expect(page.text).toContain("Nothing to check");
		expect(page.text).not.toContain("Mostly factual");
		expect(page.meta("og:title")).toContain("Nothing to check");
		expect(page.json_ld).toBeNull();
	});
});

describe("status and indexing of a report page", () => {
	it("are 404 with the app's message for an unknown video", async () => {
		for (const id of ["unknownvid1", "short", "way-too-long-for-an-id"]) {
			const { status, page, headers } = await open(`/results/${id}`);
			expect(status).toBe(404);
			expect(headers.get("cache-control")).toBe("no-store");
			expect(page.meta("robots")).toBe("noindex");
			expect(page.links("canonical")).toEqual([]);
			expect(page.text).toContain("Video Not Found");
			expect(page.data.problems[`/api/videos/${id}`]?.status).toBe(404);
			expect(page.document.querySelector("script[type=module]")).not.toBeNull();
		}
	});

	it("are 200 and noindex for a failed run", async () => {
		const run = aFailedRun({ video_id: freshVideoId() });
		await publish(product.db, run);
		const { status, page } = await open(`/results/${run.video_id}`);
		expect(status).toBe(200);
		expect(page.meta("robots")).toBe("noindex");
		expect(page.meta("og:image")).toBeNull();
		expect(page.text).toContain("No captions");
	});

	it("are 200 and noindex for a pasted transcript", async () => {
		const { video_id } = await published({ transcript: aTranscript("member") });
		const { status, page } = await open(`/results/${video_id}`);
		expect(status).toBe(200);
		expect(page.meta("robots")).toBe("noindex");
		expect(page.json_ld).toBeNull();
	});

	it("are 404 for a simulated result once a provider has a key", async () => {
		const { video_id } = await published({ simulated: true });
		expect((await open(`/results/${video_id}`)).status).toBe(404);
	});
});

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
		expect(page.title).toBe("Questionable: The bridge is 12 km long. · BS Detector");
		expect(page.links("canonical")).toEqual([product.url + path]);
		expect(page.meta("og:url")).toBe(product.url + path);
		expect(page.meta("description")).toContain("Questionable, BS score 50");
		const reviews = page.json_ld as Review[];
		expect(reviews.map(({ url }) => url)).toEqual([product.url + path]);
		const report = page.data.answers[`/api/videos/${video_id}`] as Report;
		expect(report.statements).toHaveLength(2);
		const main = page.document.querySelector("main")?.textContent ?? "";
		// The claim stands before the link to its card.
		expect(main).toMatch(new RegExp(`${first.content}.*All that was found about it`, "s"));
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
	it.each<[string, string | null, Partial<CompletedRun>, string | null]>([
		["named by captions and title", "Ada Lovelace", {}, "Ada Lovelace"],
		["with a label alone", "Speaker 2", {}, null],
		["with what only looks like a name", "News Anchor", {}, null],
		["with nobody", null, {}, null],
		[
			"transcribed by a model",
			"Ada Lovelace",
			{ transcript: aTranscript("ai_transcription") },
			null,
		],
	])("of a claim %s has the author it should", async (_, speaker, fields, author) => {
		const metadata = someMetadata({ title: "An evening with Ada Lovelace" });
		const statements = [aStatement({ speaker })];
		const { video_id } = await published({ metadata, statements, ...fields });
		const { page } = await open(`/results/${video_id}`);
		const [{ itemReviewed }] = page.json_ld as [{ itemReviewed: { author?: object } }];
		expect(itemReviewed.author).toEqual(
			author === null ? undefined : { "@type": "Person", name: author },
		);
	});

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
			digitalSourceType: "https://schema.org/TrainedAlgorithmicMediaDigitalSource",
			author: site,
			sdPublisher: site,
			creditText:
				"Automated rating by OpenAI, Claude, Gemini, combined by BS Detector. No person has reviewed it.",
			publishingPrinciples: `${product.url}/how-it-works`,
			itemReviewed: {
				"@type": "Claim",
				text: statement.quote,
				datePublished: "2024-05-06T07:08:09Z",
				appearance: {
					"@type": "VideoObject",
					publisher: { "@type": "Organization", name: "Bridge Channel" },
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
