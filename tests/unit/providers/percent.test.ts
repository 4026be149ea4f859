import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readPercents } from "#providers/percent.ts";

describe("readPercents", () => {
	it.each([
		[85, 85],
		["85", 85],
		["85%", 85],
		["85 %", 85],
		["85 percent", 85],
		["85/100", 85],
		["8.5/10", 85],
		["85 out of 100", 85],
		["~85", 85],
		[0.85, 85],
		["0.85", 85],
		["0,85", 85],
		["0.4%", 0],
		["1%", 1],
		[-3, 0],
		[140, 100],
	])("reads %j as %i", (written, percent) => {
		expect(readPercents([written])).toEqual([percent]);
	});

	it.each([null, undefined, "", "high", "0x10", true, [85], "85/0", Number.NaN, "8 5"])(
		"reads nothing from %j",
		(written) => {
			expect(readPercents([written])).toEqual([null]);
		},
	);

	it("reads the same answer in percents, shares, strings and fractions of 100 alike", () => {
		const percent = fc.integer({ min: 2, max: 100 });
		fc.assert(
			fc.property(fc.array(percent, { minLength: 1, maxLength: 6 }), (percents) => {
				expect(readPercents(percents)).toEqual(percents);
				expect(readPercents(percents.map((it) => `${it} %`))).toEqual(percents);
				expect(readPercents(percents.map((it) => `${it}/100`))).toEqual(percents);
				// A share beside them tells that a whole 1 is 100 percent.
				const shares = [0.5, ...percents.map((it) => it / 100)];
				expect(readPercents(shares)).toEqual([50, ...percents]);
				expect(readPercents(shares.map(String))).toEqual([50, ...percents]);
			}),
		);
	});

	it("takes a whole 0 and 1 beside a share for shares, and beside percents for percents", () => {
		expect(readPercents([0.85, 1, 0])).toEqual([85, 100, 0]);
		expect(readPercents([1, 80, 0])).toEqual([1, 80, 0]);
		expect(readPercents([0, 0])).toEqual([0, 0]);
	});

	it.each([[[1]], [[1, 1]], [[0, 1]], [["1", 0]], [[1, null, "high"]]])(
		"throws for %j, which may be shares or percents",
		(values) => {
			expect(() => readPercents(values)).toThrow("shares or percents");
		},
	);
});
