import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
	CALIBRATION,
	type CalibrationFile,
	calibratedConfidence,
	confidenceSentence,
	type FittedCurve,
	shareRight,
	verdictsAlike,
} from "#contract/confidence.ts";

const curve = (answers: number[][]): FittedCurve => ({
	...CALIBRATION.curves.open_web,
	intercept: 0,
	slope: 1,
	answers,
});

/** Its shares are the confidences themselves. */
const FILE: CalibrationFile = {
	...CALIBRATION,
	model: "model-a",
	asked_on: "2026-11-26",
	curves: {
		open_web: curve([
			[50, 4, 1],
			[80, 6, 4],
			[84, 2, 2],
			[90, 20, 18],
		]),
		not_read: curve([[70, 15, 9]]),
	},
	published: { raters_differ: { n: 97, right: 45, source: "" } },
};

describe("a curve over the models' confidence", () => {
	it("is 1 / (1 + e^-(intercept + slope · logit))", () => {
		const steep = { ...curve([]), intercept: -1, slope: 2 };
		expect(shareRight(steep, 75)).toBeCloseTo(1 / (1 + Math.exp(1 - 2 * Math.log(3))), 12);
	});

	it("stays within 0 and 100 and keeps the models' order, in the file that is used", () => {
		const percent = fc.integer({ min: 0, max: 100 });
		fc.assert(
			fc.property(percent, percent, fc.boolean(), fc.boolean(), (a, b, read, differ) => {
				const [less, more] = [Math.min(a, b), Math.max(a, b)].map(
					(said) => calibratedConfidence({ said, read, differ }).confidence_level,
				);
				expect(less).toBeGreaterThanOrEqual(0);
				expect(more).toBeLessThanOrEqual(100);
				expect(less).toBeLessThanOrEqual(more ?? -1);
			}),
		);
	});
});

describe("calibratedConfidence", () => {
	it.each([
		[90, true, false, 90, "open_web-2026-11-26"],
		[90, false, false, 90, "not_read-2026-11-26"],
		[90, true, true, 46, "raters_differ-2026-11-26"],
		[30, true, true, 30, "open_web-2026-11-26"],
	])("of %i percent, read: %s, differing: %s", (said, read, differ, level, calibration) => {
		expect(calibratedConfidence({ said, read, differ }, FILE)).toEqual({
			confidence_level: level,
			calibration,
		});
	});
});

describe("the test verdicts that were as sure", () => {
	const alike = (confidence_level: number | null, calibration: string | null) =>
		verdictsAlike({ confidence_level, calibration }, FILE);

	it("are those within five points on the same curve", () => {
		expect(alike(90, "open_web-2026-11-26")).toEqual({ n: 20, right: 18 });
		expect(alike(87, "open_web-2026-11-26")).toEqual({ n: 22, right: 20 });
	});

	it("are the nearest fifteen if there are fewer", () => {
		expect(alike(78, "open_web-2026-11-26")).toEqual({ n: 28, right: 24 });
		expect(alike(20, "not_read-2026-11-26")).toEqual({ n: 15, right: 9 });
	});

	it.each([
		[90, null],
		[null, null],
		[90, "open_web-2025-01-01"],
		[90, "other-2026-11-26"],
	])("are not known for %s of %s", (level, calibration) => {
		expect(alike(level, calibration)).toBeNull();
	});
});

describe("the words for a confidence", () => {
	const words = (calibration: string, model = "model-a") =>
		confidenceSentence({ confidence_level: 90, calibration, ratings: [{ model }] }, FILE);

	it.each([
		["open_web", "model-a", "Of 20 test verdicts this sure, 18 were right."],
		[
			"open_web",
			"model-b",
			"Of 20 test verdicts this sure, 18 were right (measured with another model).",
		],
		[
			"not_read",
			"model-a",
			"Of 15 test verdicts this sure without a second reading, 9 were right.",
		],
		[
			"raters_differ",
			"model-a",
			"Where two models did not agree, 45 of 97 published test verdicts were right.",
		],
	])("of the curve %s, with %s", (name, model, sentence) => {
		expect(words(`${name}-2026-11-26`, model)).toBe(sentence);
	});

	it("are missing for a result that was stored before there was a measurement", () => {
		expect(
			confidenceSentence({ confidence_level: 40, calibration: null, ratings: [] }, FILE),
		).toBeNull();
	});
});
