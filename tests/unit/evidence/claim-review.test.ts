import { describe, expect, it } from "vitest";
import { readHtml } from "#features/evidence/read-html.ts";
import { readPage } from "#features/evidence/read-page.ts";
import { readPdf } from "#tests/support/world/source-context.ts";

const REVIEW = {
	"@context": "https://schema.org",
	"@type": "ClaimReview",
	url: "https://checkers.example.org/tower",
	claimReviewed: "The tower is 330 metres high.",
	author: { "@type": "Organization", name: "Checkers" },
	datePublished: "2024-02-03T09:30:00+01:00",
	reviewRating: { "@type": "Rating", ratingValue: 1, alternateName: "Mostly false" },
};
const READ = {
	claim: "The tower is 330 metres high.",
	publisher: "Checkers",
	rating: "Mostly false",
	reviewed_at: "2024-02-03",
};
const TEXT = "The tower was measured again, and the survey is kept in the town hall. ".repeat(10);

function pageWith(...blocks: unknown[]): string {
	const scripts = blocks.map(
		(block) =>
			`<script type="application/ld+json">${typeof block === "string" ? block : JSON.stringify(block)}</script>`,
	);
	return `<html><head>${scripts.join("")}</head><body><p>${TEXT}</p></body></html>`;
}

/** The fact checks that a page of this address publishes. */
async function reviewsOf(html: string) {
	const final_url = "https://www.checkers.example.org/tower";
	const bytes = new TextEncoder().encode(html);
	const page = await readPage(
		{ final_url, content_type: "text/html", bytes },
		"2026-01-01",
		readPdf,
	);
	if (!page.ok) throw new Error(page.reason);
	return page.reviews;
}

const reviews = (node: object) => reviewsOf(pageWith({ ...REVIEW, ...node }));

describe("a page's own fact checks", () => {
	it.each([
		["alone", REVIEW],
		["in a graph", { "@graph": [{ "@type": "WebPage" }, REVIEW] }],
		["in a list", [{ "@type": "Organization", name: "Checkers" }, REVIEW]],
		["of several types", { ...REVIEW, "@type": ["Review", "https://schema.org/ClaimReview"] }],
		["inside an article", { "@type": "NewsArticle", review: REVIEW }],
	])("are read %s", async (_, block) => {
		expect(await reviewsOf(pageWith(block))).toEqual([READ]);
	});

	it("are read beside broken JSON", async () => {
		expect(await reviewsOf(pageWith("{not json", REVIEW))).toEqual([READ]);
	});

	it.each([
		["the name of what is reviewed", { name: READ.claim }],
		["its text", { text: READ.claim, name: "A post" }],
		["the first of several", [{ name: READ.claim }, { name: "Another" }]],
	])("take the claim from %s if it has no line of its own", async (_, itemReviewed) => {
		expect(await reviews({ claimReviewed: undefined, itemReviewed })).toEqual([READ]);
	});

	it.each([
		["a text", "Checkers", undefined],
		["the first of several", [{ name: "Checkers" }, { name: "Others" }], undefined],
		["the publisher, if a person wrote it", { "@type": "Person", name: "A" }, { name: "Checkers" }],
		["the publisher, if nobody is named as author", undefined, { name: "Checkers" }],
		["the person, if there is nobody else", { "@type": "Person", name: "Checkers" }, undefined],
	])("are published by %s", async (_, author, publisher) => {
		expect(await reviews({ author, publisher })).toEqual([READ]);
	});

	it.each([
		["a claim", { claimReviewed: undefined }],
		["words in the claim", { claimReviewed: "\u200b " }],
		["a publisher", { author: undefined }],
		["a rating in words", { reviewRating: { ratingValue: 1, bestRating: 5 } }],
		["any rating", { reviewRating: undefined }],
		["a rating that is an object", { reviewRating: "False" }],
		["the page's own site", { url: "https://others.example.com/tower" }],
	])("do not count without %s", async (_, change) => {
		expect(await reviews(change)).toEqual([]);
	});

	it("need no address and no date, and ignore a date that is none", async () => {
		const undated = { ...READ, reviewed_at: null };
		expect(await reviews({ url: undefined, datePublished: undefined })).toEqual([undated]);
		expect(await reviews({ url: "/tower", datePublished: "last week" })).toEqual([undated]);
		expect(await reviews({ url: 5, datePublished: ["2024-02-03"] })).toEqual([undated]);
	});

	it("lose what hides or turns words around, and are cut", async () => {
		const [review] = await reviews({
			claimReviewed: `Tow\u202Eer ${"a ".repeat(900)}`,
			author: { name: `Check\u200bers\n<b>${"b".repeat(900)}` },
			reviewRating: { alternateName: `Fa\u0000lse ${"!".repeat(900)}` },
		});
		expect(review?.claim).toMatch(/^Tower a .*…$/);
		expect(review?.claim.length).toBeLessThanOrEqual(500);
		expect(review?.publisher).toMatch(/^Checkers <b>b+…$/);
		expect(review?.publisher.length).toBeLessThanOrEqual(120);
		expect(review?.rating).toMatch(/^False !+…$/);
		expect(review?.rating.length).toBeLessThanOrEqual(120);
	});

	it("are at most ten of a page", async () => {
		const many = Array.from({ length: 40 }, (_, at) => ({
			...REVIEW,
			claimReviewed: `Tower ${at} is 330 metres high.`,
		}));
		const read = await reviewsOf(pageWith({ "@graph": many }));
		expect(read.map(({ claim }) => claim)).toEqual(
			many.slice(0, 10).map(({ claimReviewed }) => claimReviewed),
		);
	});

	it("are none on a page that declares none", async () => {
		expect(readHtml(pageWith({ "@type": "Review", name: "x" })).linked_data.reviews).toEqual([]);
		expect(await reviewsOf(pageWith())).toEqual([]);
	});
});
