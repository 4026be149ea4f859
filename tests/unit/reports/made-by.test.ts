import { describe, expect, it } from "vitest";
import type { Provider } from "#contract/ids.ts";
import { isAiWritten, madeByWords } from "#contract/made-by.ts";
import type { SourceId } from "#contract/verdicts.ts";
import { madeBy } from "#features/reports/queries.ts";
import { sampleRating, sampleStatement } from "#tests/web/support/sample-report.ts";

const PANEL: Provider[] = ["openai", "claude"];
const SOURCES: SourceId[] = ["wikipedia"];
const video = { panel: PANEL, simulated: false, evidence_sources: SOURCES };
const rated = [
	sampleStatement({ ratings: [sampleRating("openai", 1), sampleRating("claude", 2)] }),
	sampleStatement({ ratings: [sampleRating("openai", 3)] }),
];

describe("who wrote a report", () => {
	it.each([
		[video, "Written by AI models, quotes checked by code.", true],
		[{ ...video, evidence_sources: [] }, "Written by AI models, rated from memory.", true],
		[{ ...video, simulated: true }, "Simulated ratings, quotes checked by code.", false],
		[{ ...video, panel: [] }, null, false],
	])("is said in words (%#): %s", (made, words, by_ai) => {
		expect(madeByWords(made)).toBe(words);
		expect(isAiWritten(made)).toBe(by_ai);
	});

	it("names each model once, and that no person reviewed it", () => {
		expect(madeBy(video, rated)).toEqual({
			kind: "ai_models",
			models: ["claude-model", "openai-model"],
			evidence: "quotes_checked_by_code",
			reviewed_by: null,
		});
	});

	it("claims no checked quotes from memory, no model in a demonstration, and nothing unrated", () => {
		expect(madeBy({ ...video, evidence_sources: [] }, rated)?.evidence).toBe("none");
		expect(madeBy({ ...video, simulated: true }, rated)?.kind).toBe("simulated_raters");
		expect(madeBy({ ...video, panel: [] }, rated)).toBeNull();
		expect(madeBy(video, [])).toBeNull();
	});
});
