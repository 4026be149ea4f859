import { describe, expect, it } from "vitest";
import { estimateCompletion } from "#features/analysis/describe-request.ts";

const START = "2026-01-01T00:00:00.000Z";
const NOW = Date.parse(START) + 1_000;

describe("estimateCompletion", () => {
	it("adds the median duration of the latest runs to the start", () => {
		const took = [90_000, 10_000, 300_000, 20_000, 30_000];
		expect(estimateCompletion(START, took, NOW)).toBe("2026-01-01T00:00:30.000Z");
	});

	it("assumes a minute if there are no earlier runs", () => {
		expect(estimateCompletion(START, [], NOW)).toBe("2026-01-01T00:01:00.000Z");
	});

	it("is never in the past", () => {
		const late = Date.parse(START) + 600_000;
		expect(estimateCompletion(START, [10_000], late)).toBe("2026-01-01T00:10:05.000Z");
	});
});
