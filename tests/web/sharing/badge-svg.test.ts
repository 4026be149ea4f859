import { describe, expect, it } from "vitest";
import { badgeSvg } from "#features/sharing/badge.ts";
import type { ResultCard } from "#features/sharing/cards.ts";
import {
	aCard,
	cardWithout,
	parseXml,
	WITHOUT_RESULT,
} from "#tests/support/fixtures/result-cards.ts";

function textOf(card: ResultCard): string | undefined {
	const badge = parseXml(badgeSvg(card));
	const name = badge.querySelector("title")?.textContent;
	const root = badge.documentElement;
	expect(root.getAttribute("role")).toBe("img");
	expect(root.getAttribute("aria-label")).toBe(name);
	const [label, value] = [...badge.querySelectorAll("text")];
	expect(name).toBe(`${label?.textContent}: ${value?.textContent}`);
	return value?.textContent ?? undefined;
}

/** The WCAG relative luminance of "#rrggbb". */
function luminance(colour: string): number {
	const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
		const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
		return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

describe("badgeSvg", () => {
	it.each([
		[0, "0 Factual"],
		[29, "29 Factual"],
		[30, "30 Moderate BS"],
		[69, "69 Moderate BS"],
		[70, "70 High BS"],
		[100, "100 High BS"],
	])("shows the score %i with its band", (score, words) => {
		expect(textOf(aCard({ score }))).toBe(words);
	});

	it("shows “nothing to check” instead of a score if there were no statements", () => {
		expect(textOf(aCard({ score: null }))).toBe("nothing to check");
	});

	it("marks a simulated score with a word and hatching", () => {
		const card = aCard({ score: 52, simulated: true });
		expect(textOf(card)).toBe("52 Moderate BS (simulated)");
		expect(badgeSvg(card)).toContain('fill="url(#h)"');
		expect(badgeSvg(aCard())).not.toContain('fill="url(#h)"');
	});

	it.each(WITHOUT_RESULT)("shows no score if the video is %s", (state) => {
		expect(textOf(cardWithout(state))).not.toMatch(/\d/);
	});

	it("has enough space and contrast for its text", () => {
		for (const card of [
			aCard(),
			aCard({ score: 100, simulated: true }),
			aCard({ score: 45 }),
			aCard({ score: 5 }),
			aCard({ score: null, standing: "too_little", moments: 2 }),
			cardWithout("pending"),
		]) {
			const badge = parseXml(badgeSvg(card));
			const width = Number(badge.documentElement.getAttribute("width"));
			for (const text of badge.querySelectorAll("text")) {
				const end = Number(text.getAttribute("x")) + Number(text.getAttribute("textLength"));
				expect(end).toBeLessThanOrEqual(width - 6);
			}
			const fills = [...badge.querySelectorAll("rect[fill^='#']")].map(
				(it) => it.getAttribute("fill") ?? "",
			);
			expect(fills.length).toBeGreaterThanOrEqual(2);
			for (const fill of fills) expect(1.05 / (luminance(fill) + 0.05), fill).toBeGreaterThan(4.5);
		}
	});

	it("loads no other resource", () => {
		expect(badgeSvg(aCard())).not.toMatch(/href|<script|<style|https?:(?!\/\/www\.w3\.org)/);
	});
});
