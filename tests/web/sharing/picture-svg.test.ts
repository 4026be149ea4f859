import { describe, expect, it } from "vitest";
import { BAND_COLOURS } from "#features/sharing/appearance.ts";
import type { CompletedCard } from "#features/sharing/cards.ts";
import { pictureSvg } from "#features/sharing/picture/layout.ts";
import {
	type PicturedStatement,
	statementSvg,
} from "#features/sharing/picture/statement-layout.ts";
import { aCitedPage } from "#tests/support/fixtures/judgements.ts";
import {
	aCard,
	hostileTexts,
	parseXml,
	pictureType,
} from "#tests/support/fixtures/result-cards.ts";
import { seededRandom } from "#tests/support/world/seeded-random.ts";

const type = pictureType();

function drawn(fields: Partial<CompletedCard> = {}): Document {
	return parseXml(pictureSvg(aCard(fields), type));
}
const wordsOf = (picture: Document) =>
	[...picture.querySelectorAll("text")].map((it) => it.textContent ?? "");

const video = { title: "On walls", channel_name: "Wall Talk", simulated: false };
const refuted = {
	content: "The wall is visible from the Moon.",
	timestamp: 754,
	timestamp_source: "cue" as const,
	verdict: "refuted" as const,
	unverified_reason: null,
	ai_score: 90,
	evidence: [aCitedPage({ site: "NASA", stance: "refutes", quote: "It is not visible." })],
};
const statementWords = (shown: PicturedStatement) =>
	wordsOf(parseXml(statementSvg(shown, type))).join(" ");

describe("statementSvg", () => {
	it("shows the verdict, the statement, the strongest quote and its place, and no score", () => {
		const words = statementWords({ video, statement: refuted, moments: null });
		for (const part of [
			"Refuted",
			"“The wall is visible from the Moon.”",
			"“It is not visible.”",
			"Said at 12:34 in “On walls” by Wall Talk",
		])
			expect(words).toContain(part);
		expect(words).toContain("NASA");
		expect(words).not.toMatch(/score|90/);
	});

	it("says what a report of moments covers, also if nothing could be checked", () => {
		const some = statementWords({ video, statement: refuted, moments: 2 });
		expect(some).toContain("2 moments checked; the whole video was not analyzed");
		const none = statementWords({ video, statement: null, moments: 1 });
		expect(none).toContain("Nothing checkable was said there");
		expect(none).toContain("Said in “On walls”");
	});

	it("marks what is simulated, and shows what is unverified without colour", () => {
		const made_up = { ...video, simulated: true };
		expect(statementWords({ video: made_up, statement: refuted, moments: null })).toContain(
			"Simulated: made up",
		);
		const unverified = {
			...refuted,
			verdict: "unverified" as const,
			unverified_reason: "no_evidence_found" as const,
			ai_score: null,
			evidence: [],
		};
		const svg = statementSvg({ video, statement: unverified, moments: null }, type);
		expect(svg).toContain("Unverified: no source found");
		for (const colour of Object.values(BAND_COLOURS)) expect(svg).not.toContain(colour);
	});
});

describe("pictureSvg", () => {
	it.each([0, 29, 30, 69, 70, 100])("shows the score %i and what was found", (score) => {
		const words = wordsOf(drawn({ score }));
		expect(words).toContain(String(score));
		expect(words).toContain("6 of 9 rated misleading, from memory");
		expect(words).toContain("3 AI models, from memory, without sources");
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
