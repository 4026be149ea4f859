import { describe, expect, it } from "vitest";
import type { Hit } from "#features/evidence/evidence-source.ts";
import { foundReviews } from "#features/evidence/merge-hits.ts";
import { type PublishedReview, sameClaimReviews } from "#features/evidence/published-reviews.ts";

const STATEMENT = {
	content: "The Eiffel Tower is 330 metres high.",
	quote: "it's three hundred and thirty metres high, that thing",
};
const TODAY = "2026-01-01";

function review(change: Partial<PublishedReview> = {}): PublishedReview {
	return {
		claim: STATEMENT.content,
		publisher: "Checkers",
		rating: "Mostly false",
		reviewed_at: "2024-02-03",
		url: "https://checkers.example.org/tower",
		...change,
	};
}

const shown = (found: PublishedReview[], statement = STATEMENT, language: string | null = "en") =>
	sameClaimReviews(statement, language, found, TODAY);

describe("sameClaimReviews", () => {
	it("keeps publisher, day, rating and address as they are", () => {
		expect(shown([review()])).toEqual([
			{
				publisher: "Checkers",
				published_at: "2024-02-03",
				rating: "Mostly false",
				url: "https://checkers.example.org/tower",
			},
		]);
	});

	it.each([
		["the statement in other case, punctuation and articles", "Eiffel tower is 330 metres HIGH!"],
		["the speaker's words", "It's three hundred and thirty metres high, that thing."],
	])("knows a claim by %s", (_, claim) => {
		expect(shown([review({ claim })])).toHaveLength(1);
	});

	it.each([
		"The Eiffel Tower is 300 metres high.",
		"The Eiffel Tower is not 330 metres high.",
		"The Eiffel Tower was 330 metres high.",
		"330 metres high is the Eiffel Tower.",
		"The Eiffel Tower is 330 metres high, says a post.",
		"…",
	])("does not show a fact check of another claim: %s", (claim) => {
		expect(shown([review({ claim })])).toEqual([]);
	});

	it("leaves out articles only in the transcript's language", () => {
		const german = { content: "Der Turm ist 330 Meter hoch.", quote: "" };
		const claim = "Turm ist 330 Meter hoch";
		expect(shown([review({ claim })], german, "de-AT")).toHaveLength(1);
		expect(shown([review({ claim })], german, "en")).toEqual([]);
		expect(shown([review({ claim })], german, null)).toEqual([]);
	});

	it("takes no claim without words for a quote without words", () => {
		expect(shown([review({ claim: "?!" })], { ...STATEMENT, quote: "" })).toEqual([]);
		expect(shown([review({ claim: "?!" })], { ...STATEMENT, quote: "…" })).toEqual([]);
	});

	it("counts a page once, by its first rating", () => {
		const again = review({
			url: "http://www.checkers.example.org/tower/?utm_source=x#top",
			rating: "True",
		});
		expect(shown([review(), again]).map(({ rating }) => rating)).toEqual(["Mostly false"]);
	});

	it("puts the newest first, the undated last, and shows five", () => {
		const years = [2019, 2023, 2021, null, 2024, 2020, 2022];
		const found = years.map((year) =>
			review({
				url: `https://checkers.example.org/${year}`,
				reviewed_at: year === null ? null : `${year}-05-01`,
			}),
		);
		const days = (some: PublishedReview[]) => shown(some).map(({ published_at }) => published_at);
		expect(days(found)).toEqual([2024, 2023, 2022, 2021, 2020].map((year) => `${year}-05-01`));
		expect(days(found.slice(2, 5))).toEqual(["2024-05-01", "2021-05-01", null]);
	});

	it("does not let a date that has not come be the newest", () => {
		const later = review({ url: "https://later.example.org/", reviewed_at: "2999-01-01" });
		expect(shown([later, review()]).map(({ published_at }) => published_at)).toEqual([
			"2024-02-03",
			null,
		]);
	});

	it("links to web addresses only", () => {
		expect(shown([review({ url: "javascript:alert(1)" }), review({ url: "tower" })])).toEqual([]);
	});
});

describe("foundReviews", () => {
	const hit = (change: Partial<Hit>): Hit => {
		const { url, ...said } = review();
		return {
			source: "factcheck",
			url,
			title: "Tower",
			language: null,
			as_of: null,
			key: url,
			review: said,
			...change,
		};
	};
	const excluded = { hosts: ["bs.example"], channel_name: "Tower Talks" };

	it("keeps every claim that a page checks, and only what has a rating", () => {
		const other = { ...review(), claim: "The tower is made of wood." };
		const { url: _, ...said } = other;
		const lists = [[hit({ review: null, source: "brave" })], [hit({}), hit({ review: said })]];
		expect(foundReviews(lists, excluded)).toEqual([review(), other]);
	});

	it.each([
		["this site's own", "https://www.bs.example/results/x"],
		["the channel's own site's", "https://towertalks.example/check"],
		["the video's site's", "https://www.youtube.com/watch?v=x"],
		["no web page's", "ftp://checkers.example.org/"],
	])("leaves out %s", (_, url) => {
		expect(foundReviews([[hit({ url })]], excluded)).toEqual([]);
	});

	it("is bounded", () => {
		const many = Array.from({ length: 90 }, (_, at) => hit({ url: `https://a.example.org/${at}` }));
		expect(foundReviews([many], excluded)).toHaveLength(20);
	});
});
