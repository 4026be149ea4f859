import { describe, expect, it } from "vitest";
import { createProviders } from "#features/raters/create-providers.ts";
import { describeProviders } from "#features/raters/panel.ts";
import {
	type Choice,
	chooseStatements,
	type LabelledTranscript,
	measureChoices,
} from "#tests/eval/check-worthiness.ts";
import { TRANSCRIPTS } from "#tests/eval/own/transcripts.ts";
import type { StatementTools } from "#tests/eval/run-statement.ts";
import {
	SCRIPTED_ENVIRONMENT,
	type ScriptedExtraction,
	scriptedFetch,
} from "#tests/eval/scripted-panel.ts";
import { requireSettings } from "#tests/support/world/settings.ts";

/** Without an extractor, the product falls back on the sentence heuristic. */
function tools(extract?: (transcript: string) => ScriptedExtraction): StatementTools {
	const settings = requireSettings(extract ? SCRIPTED_ENVIRONMENT : {});
	const providers = createProviders(settings);
	return {
		providers,
		panel: describeProviders(settings).panel,
		sources: null,
		source_ids: [],
		fetch: scriptedFetch({ answers: [] }, extract),
		pauses: false,
		second_reading: false,
		max_pages: 0,
		timeout_ms: 30_000,
		as_of: "2026-06-01",
		seed: 1,
	};
}

const [BEES] = TRANSCRIPTS;
if (!BEES) throw new Error("There are no transcripts.");

const statement = (quote: string, importance = 50) => ({ content: quote, quote, importance });
const worthyOf = ({ sentences }: LabelledTranscript) =>
	sentences.filter(({ worthy }) => worthy).map(({ text }) => text);

describe("the measure of a choice", () => {
	const labelled: LabelledTranscript = {
		id: "ten",
		sentences: [1, 0, 1, 0, 1, 0, 1, 0, 0, 0].map((worthy, at) => ({
			worthy: worthy === 1,
			text: `Sentence ${at}.`,
		})),
	};

	it("agrees with figures that were counted by hand", () => {
		// Places 0 and 2 are hits, 1 is none, and one quote goes over 3 and 4.
		const chosen = [[0], [2], [1], [3, 4]];
		const figures = measureChoices([labelled], [{ by: "openai", chosen }]);
		expect(figures).toEqual({
			sentences: 10,
			worthy: 4,
			chosen: 4,
			precision: 3 / 4,
			recall: 3 / 4,
			f1: 3 / 4,
			// Worth a check in the thirds 0 and 1 (places 0 to 6): both covered.
			thirds_covered: 1,
			// In the tenths 0, 2, 4 and 6: three covered.
			tenths_covered: 3 / 4,
		});
	});

	it("counts over all transcripts together", () => {
		const choices: Choice[] = [
			{ by: null, chosen: [[0]] },
			{ by: null, chosen: [[1], [3], [5]] },
		];
		const figures = measureChoices([labelled, labelled], choices);
		expect(figures.precision).toBe(1 / 4);
		expect(figures.recall).toBe(1 / 8);
		expect(figures.f1).toBeCloseTo(1 / 6, 9);
	});

	it("has no figure over nothing", () => {
		const figures = measureChoices([], []);
		expect(figures.precision).toBeNull();
		expect(figures.recall).toBeNull();
		expect(figures.f1).toBeNull();
	});
});

describe("the choice of the product", () => {
	it("is perfect with an extractor that is perfect", async () => {
		const choices = [];
		for (const it of TRANSCRIPTS) {
			const extract = () => ({ statements: worthyOf(it).map((text) => statement(text)) });
			choices.push(await chooseStatements(it, tools(extract), 24));
		}
		expect(choices.map(({ by }) => by)).toEqual(TRANSCRIPTS.map(() => "openai"));
		const figures = measureChoices(TRANSCRIPTS, choices);
		expect(figures).toMatchObject({ precision: 1, recall: 1, f1: 1 });
	});

	it("leaves out what the extractor makes up, repeats or does not take for a claim", async () => {
		const [first = "", second = ""] = worthyOf(BEES);
		const greeting = BEES.sentences[0]?.text ?? "";
		const extract = () => ({
			statements: [
				statement(first, 90),
				statement(first, 80),
				statement("Bees have eleven legs and can read maps.", 99),
				statement(second, 70),
			],
			left_out: [{ quote: greeting, reason: "personal" }],
		});
		const { chosen } = await chooseStatements(BEES, tools(extract), 24);
		const place = (text: string) => BEES.sentences.findIndex((it) => it.text === text);
		expect(chosen).toEqual([[place(first)], [place(second)]]);
	});

	it("falls back on sentences with signs of a claim, if nobody can extract", async () => {
		const { by, chosen } = await chooseStatements(BEES, tools(), 24);
		expect(by).toBe("heuristic");
		const { precision, recall } = measureChoices([BEES], [{ by, chosen }]);
		expect(precision).toBeGreaterThan(0);
		expect(recall).toBeGreaterThan(0);
		// It knows signs, not meaning: a claim without a figure is missed.
		const missed = BEES.sentences.findIndex(({ text }) => text.startsWith("Drones do not"));
		expect(chosen.flat()).not.toContain(missed);
	});
});

/** Each sentence is another claim, and all of them are worth a check. */
const LONG: LabelledTranscript = {
	id: "long",
	sentences: Array.from({ length: 600 }, (_, at) => ({
		worthy: true,
		text: `Village ${name(at)} has ${at + 11} wells and ${3 * at + 7} goats.`,
	})),
};

function name(at: number): string {
	const syllables = ["ba", "ko", "ri", "tu", "mel", "san", "dor", "vi"];
	const digits = at.toString(8).padStart(4, "0");
	return Array.from(digits, (digit) => syllables[Number(digit)]).join("");
}

describe("the choice from a long video", () => {
	const sentencesIn = (transcript: string) =>
		LONG.sentences.map(({ text }) => text).filter((text) => transcript.includes(text));
	const placeOf = (text: string) => LONG.sentences.findIndex((it) => it.text === text);
	const cover = async (
		extract: ((transcript: string) => ScriptedExtraction) | undefined,
		max: number,
	) => {
		const choice = await chooseStatements(LONG, tools(extract), max);
		expect(choice.chosen).toHaveLength(max);
		return measureChoices([LONG], [choice]);
	};

	it("covers every tenth, if the extractor returns more than it was asked for", async () => {
		const extract = (transcript: string) => ({
			statements: sentencesIn(transcript).map((text) => statement(text)),
		});
		const { thirds_covered, tenths_covered } = await cover(extract, 24);
		expect(thirds_covered).toBe(1);
		expect(tenths_covered).toBe(1);
	});

	it("covers eight tenths and more, if the extractor finds the beginning most important", async () => {
		const extract = (transcript: string) => ({
			statements: sentencesIn(transcript)
				.filter((text) => placeOf(text) % 13 === 0)
				.map((text) => statement(text, 100 - Math.floor(placeOf(text) / 6))),
		});
		const { thirds_covered, tenths_covered } = await cover(extract, 24);
		expect(thirds_covered).toBe(1);
		expect(tenths_covered).toBeGreaterThanOrEqual(0.8);
	});

	it("covers every tenth with the sentence heuristic", async () => {
		const { thirds_covered, tenths_covered } = await cover(undefined, 24);
		expect(thirds_covered).toBe(1);
		expect(tenths_covered).toBe(1);
	});
});
