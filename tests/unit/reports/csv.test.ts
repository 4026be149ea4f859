import { describe, expect, it } from "vitest";
import { csvLine } from "#features/reports/csv.ts";

describe("CSV cell", () => {
	it.each([
		["=1+1", "'=1+1"],
		["＝1+1", "'＝1+1"],
		["＋1", "'＋1"],
		["－1", "'－1"],
		["＠SUM(A1)", "'＠SUM(A1)"],
		["\n=1+1", "\"'\n'=1+1\""],
		["  =1+1", "'  =1+1"],
	])("is escaped if it would run as a formula: %j", (cell, written) => {
		expect(csvLine([cell])).toBe(`${written}\r\n`);
	});

	it.each([
		["a;=1+1", '"a;\'=1+1"'],
		["a; ＝1+1", '"a; \'＝1+1"'],
		['a;"=1+1', '"a;""\'=1+1"'],
		["a;-1;+1", "\"a;'-1;'+1\""],
		["a\n@SUM(A1)", '"a\n\'@SUM(A1)"'],
	])(
		"is escaped if a part after a semicolon or line break would run as a formula: %j",
		(cell, written) => {
			// Spreadsheets that split there treat a quote inside a line as an ordinary character.
			expect(csvLine(["b", cell])).toBe(`b,${written}\r\n`);
		},
	);

	it("is otherwise unchanged", () => {
		expect(csvLine(["a = b", "1-2", null])).toBe("a = b,1-2,\r\n");
		expect(csvLine(["a; b = c\nd"])).toBe('"a; b = c\nd"\r\n');
	});
});
