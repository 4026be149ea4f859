import { describe, expect, it } from "vitest";
import { embedTarget, oembedAnswer } from "#features/sharing/oembed.ts";
import { freshStatementId } from "#tests/support/fixtures/publications.ts";
import {
	aCard,
	cardWithout,
	hostileTexts,
	parseHtml,
} from "#tests/support/fixtures/result-cards.ts";
import { seededRandom } from "#tests/support/world/seeded-random.ts";
import { visibleText } from "#text/clean.ts";

const ORIGIN = "https://bs.example.org";
const ANY_ROOM = { max_width: null, max_height: null };

describe("embedTarget", () => {
	it.each([
		["/results/abcdefghijk", "abcdefghijk", null],
		["/results/abcdefghijk/", "abcdefghijk", null],
		["/results/abc-_fghijk/statements/s1", "abc-_fghijk", "s1"],
		["/results/abcdefghijk/statements/a%20b", "abcdefghijk", "a b"],
		["/results/abcdefghijk/statements/%E0%A4%A", "abcdefghijk", "%E0%A4%A"],
	])("parses %s", (path, video_id, statement_id) => {
		expect(embedTarget(path)).toEqual({ video_id, statement_id });
	});

	it.each([
		"/",
		"/results",
		"/results/short",
		"/results/abcdefghijk/other/s1",
		"/results/abcdefghijk/statements/",
		"/results/abcdefghijk/statements/s1/more",
		"/embed/abcdefghijk",
		"/x/results/abcdefghijk",
	])("returns null for %s", (path) => {
		expect(embedTarget(path)).toBeNull();
	});
});

describe("oembedAnswer", () => {
	it("has the fields of type rich", () => {
		const answer = oembedAnswer(aCard(), ORIGIN, ANY_ROOM);
		expect(answer).toMatchObject({
			version: "1.0",
			type: "rich",
			title: "BS score of How the bridge was built (6 of 9 rated misleading, from memory)",
			author_name: "Bridge Channel",
			provider_name: "BS Detector",
			provider_url: ORIGIN,
			thumbnail_url: `${ORIGIN}/og/abcdefghijk.png`,
			thumbnail_width: 1200,
			thumbnail_height: 630,
		});
		const frame = parseHtml(answer.html).querySelector("iframe");
		expect(frame?.getAttribute("src")).toBe(`${ORIGIN}/embed/abcdefghijk`);
		expect(frame?.getAttribute("width")).toBe(String(answer.width));
		expect(frame?.getAttribute("height")).toBe(String(answer.height));
	});

	it.each([
		[300, 200],
		[1_200, 630],
		[10_000, 10_000],
		[1, 1],
	])("fits %i by %i, as does its thumbnail", (max_width, max_height) => {
		const answer = oembedAnswer(aCard(), ORIGIN, { max_width, max_height });
		expect(answer.width).toBeLessThanOrEqual(max_width);
		expect(answer.height).toBeLessThanOrEqual(max_height);
		expect("thumbnail_url" in answer).toBe(max_width >= 1_200 && max_height >= 630);
	});

	it("has the title and the picture of a statement that is linked to", () => {
		const statement = {
			id: freshStatementId(),
			content: "The wall is visible from the Moon.",
			verdict: "refuted" as const,
			unverified_reason: null,
			ai_score: 90,
		};
		const card = aCard({ simulated: true });
		const answer = oembedAnswer(card, ORIGIN, ANY_ROOM, statement);
		expect(answer.title).toBe("Refuted (simulated): “The wall is visible from the Moon.”");
		expect(answer).toMatchObject({
			thumbnail_url: `${ORIGIN}/og/${card.video_id}/${statement.id}.png`,
		});
	});

	it("has no thumbnail and no author without a result", () => {
		const answer = oembedAnswer(cardWithout("pending"), ORIGIN, ANY_ROOM);
		expect(answer).not.toHaveProperty("thumbnail_url");
		expect(answer).not.toHaveProperty("author_name");
		expect(answer.cache_age).toBeLessThanOrEqual(60);
	});

	it("contains only one iframe for any title", () => {
		for (const text of hostileTexts(200, seededRandom(7))) {
			const title = visibleText(text);
			const { html } = oembedAnswer(aCard({ title }), ORIGIN, ANY_ROOM);
			const { body } = parseHtml(html);
			expect(body.childNodes).toHaveLength(1);
			expect(body.querySelectorAll("*")).toHaveLength(1);
			expect(body.firstElementChild?.getAttributeNames()).toEqual([
				"src",
				"width",
				"height",
				"title",
				"loading",
				"sandbox",
				"style",
			]);
		}
	});
});
