import { describe, expect, it } from "vitest";
import { NO_FINDING } from "#contract/finding.ts";
import type { ResultCard } from "#features/sharing/cards.ts";
import { EMBED_SCRIPT, embedCard } from "#features/sharing/embed.ts";
import {
	aCard,
	cardWithout,
	hostileTexts,
	parseHtml,
	WITHOUT_RESULT,
} from "#tests/support/fixtures/result-cards.ts";
import { seededRandom } from "#tests/support/world/seeded-random.ts";
import { visibleText } from "#text/clean.ts";

const ORIGIN = "https://bs.example.org";

function shown(card: ResultCard): Document {
	return parseHtml(embedCard(card, ORIGIN, "system"));
}
const words = (page: Document) =>
	(page.querySelector("main")?.textContent ?? "").replace(/\s+/g, " ");

/** Asserts that the document contains only the card's own markup. */
function expectInert(page: Document): void {
	expect(page.querySelectorAll("img, link, iframe, form")).toHaveLength(0);
	const scripts = [...page.querySelectorAll("script")].map((it) => it.outerHTML);
	expect(scripts).toEqual([`<script>${EMBED_SCRIPT}</script>`]);
	expect(page.querySelectorAll("style")).toHaveLength(1);
	expect(page.querySelectorAll("h1")).toHaveLength(1);
	const handlers = [...page.querySelectorAll("*")].flatMap((element) =>
		element.getAttributeNames().filter((name) => /^on|^style$/.test(name)),
	);
	expect(handlers).toEqual([]);
	for (const link of page.querySelectorAll("a")) {
		expect(link.getAttribute("href")).toBe(`${ORIGIN}/results/abcdefghijk`);
		expect(link.getAttribute("target")).toBe("_blank");
		expect(link.getAttribute("rel")).toBe("noopener");
	}
}

describe("embedCard", () => {
	it("shows the finding, score, band, raters and the statements of each band", () => {
		const page = shown(aCard());
		expectInert(page);
		expect(page.querySelectorAll("a").length).toBeGreaterThan(0);
		const text = words(page);
		for (const said of [
			"How the bridge was built",
			"Bridge Channel",
			"82",
			"High BS content",
			"6 of 9 rated misleading, from memory",
			"3 AI models, from memory",
			"1 factual",
			"2 questionable",
			"6 misleading",
		])
			expect(text).toContain(said);
		expect(text).not.toMatch(/simulated/i);
	});

	it("omits bands without statements", () => {
		const text = words(shown(aCard({ finding: { ...NO_FINDING, refuted: 1 } })));
		expect(text).toContain("1 misleading");
		expect(text).not.toMatch(/factual|questionable/);
	});

	it("says “Nothing to check” instead of a score if there were no statements", () => {
		const page = shown(aCard({ score: null }));
		expect(words(page)).toContain("Nothing to check");
		expect(page.querySelector(".score, .scale")).toBeNull();
	});

	it("marks simulated scores with a word and hatching", () => {
		const page = shown(aCard({ simulated: true }));
		expect(words(page)).toContain("Simulated.");
		expect(words(page)).toContain("3 simulated raters");
		expect(page.querySelector('.scale rect[fill="url(#h)"]')).not.toBeNull();
	});

	it("says that a member provided the transcript", () => {
		const read = { captions_read_by: "two_browsers" } as const;
		expect(words(shown(aCard({ transcript_source: "member", ...read })))).toContain(
			"Captions read by a member's browser, the same from two browsers.",
		);
		expect(words(shown(aCard({ transcript_source: "member" })))).toContain(
			"a transcript that a member pasted",
		);
	});

	it.each(WITHOUT_RESULT)("shows no score if the video is %s", (state) => {
		const page = shown(cardWithout(state));
		expect(page.querySelector(".score, .scale")).toBeNull();
		expect(words(page)).not.toMatch(/\d/);
		expect(page.querySelectorAll("a")).toHaveLength(1);
	});

	it.each([
		["light", "light"],
		["dark", "dark"],
		["system", undefined],
	] as const)("applies the theme %s", (theme, said) => {
		const page = parseHtml(embedCard(aCard(), ORIGIN, theme));
		expect(page.documentElement.dataset.theme).toBe(said);
	});

	it("stays well-formed for any title and channel", () => {
		const random = seededRandom(2026);
		for (const text of hostileTexts(200, random)) {
			const title = visibleText(text);
			const page = shown(aCard({ title, channel_name: title }));
			expectInert(page);
			if (title) expect(page.querySelector("h1")?.textContent?.trim()).toBe(title);
		}
	});
});
