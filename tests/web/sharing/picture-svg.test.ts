import { describe, expect, it } from "vitest";
import type { CompletedCard } from "#features/sharing/cards.ts";
import { pictureSvg } from "#features/sharing/picture/layout.ts";
import {
	aCard,
	hostileTexts,
	parseXml,
	pictureType,
} from "#tests/support/fixtures/result-cards.ts";
import { seededRandom } from "#tests/support/world/command-line.ts";

const type = pictureType();

function drawn(fields: Partial<CompletedCard> = {}): Document {
	return parseXml(pictureSvg(aCard(fields), type));
}
const wordsOf = (picture: Document) =>
	[...picture.querySelectorAll("text")].map((it) => it.textContent ?? "");

describe("pictureSvg", () => {
	it.each([
		[0, "Mostly factual"],
		[29, "Mostly factual"],
		[30, "Mixed accuracy"],
		[69, "Mixed accuracy"],
		[70, "High BS content"],
		[100, "High BS content"],
	])("shows the score %i as a number and in words", (score, verdict) => {
		const words = wordsOf(drawn({ score }));
		expect(words).toContain(String(score));
		expect(words).toContain(verdict);
		expect(words).toContain("3 AI models rated 9 statements, 80% confidence");
	});

	it("shows no score if there were no statements", () => {
		const words = wordsOf(drawn({ score: null }));
		expect(words).toContain("Nothing to check");
		expect(words).toContain("no score");
		expect(words.filter((it) => /^\d+$/.test(it))).toEqual(["0", "30", "70", "100"]);
	});

	it("marks a simulated score with a word and hatching", () => {
		const [real, simulated] = [drawn(), drawn({ simulated: true })];
		expect(wordsOf(simulated).join(" ")).toContain("Simulated: made up");
		for (const fill of ['[stroke="url(#hatch)"]', '[fill="url(#quiet)"]']) {
			expect(simulated.querySelector(fill)).not.toBeNull();
			expect(real.querySelector(fill)).toBeNull();
		}
	});

	it.each([
		["疫苗的真相", "Bridge Channel", "A video by Bridge Channel"],
		["疫苗的真相", "科学频道", "A YouTube video"],
		["", "", "A YouTube video"],
	])("describes %j by %j as %j", (title, channel_name, said) => {
		expect(wordsOf(drawn({ title, channel_name })).join(" ")).toContain(said);
	});

	it("stays well-formed and within its bounds for any title and channel", () => {
		for (const text of hostileTexts(60, seededRandom(630))) {
			const picture = drawn({ title: text, channel_name: text });
			expect(picture.querySelector("script, style, image, a, tspan")).toBeNull();
			for (const element of picture.querySelectorAll("text")) {
				const family = element.getAttribute("font-family") ?? "";
				expect(family).toMatch(/^Detector (Sans|Serif (Latin|Latin Ext|Cyrillic))$/);
				expect(Number(element.getAttribute("y"))).toBeLessThan(630);
			}
		}
	});
});
