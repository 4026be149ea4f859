import { describe, expect, it } from "vitest";
import { confidenceSentence } from "#contract/confidence.ts";

describe("the words for a confidence", () => {
	const ground = { independent_sources: 3, counting: 3, asked: 3, support: { probability: 100 } };

	it.each([
		[{}, "times 0.92 for 3 independent sources."],
		[
			{ independent_sources: 1, support: { probability: 85 } },
			"times 0.75 for 1 independent source and 0.85 for the second reading of the quotes.",
		],
		[
			{ independent_sources: 2, counting: 1, support: null },
			"times 0.85 for 2 independent sources, 0.77 because the quotes were not read a second time and 0.70 because only one of 3 ratings counts.",
		],
	])("name each factor: %j", (given, words) => {
		const sentence = confidenceSentence({ ...ground, ...given });
		expect(sentence).toBe(`Confidence is the average of the ratings' own, ${words}`);
	});
});
