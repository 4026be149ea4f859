import { describe, expect, it } from "vitest";
import { csvLine } from "#features/reports/csv.ts";

describe("A cell of a CSV file", () => {
	it.each([
		["=1+1", "'=1+1"],
		["＝1+1", "'＝1+1"],
		["＋1", "'＋1"],
		["－1", "'－1"],
		["＠SUM(A1)", "'＠SUM(A1)"],
		["\n=1+1", "\"'\n'=1+1\""],
		["  =1+1", "'  =1+1"],
	])("runs as no formula: %j", (cell, written) => {
		expect(csvLine([cell])).toBe(`${written}\r\n`);
	});

	it.each([
		["a;=1+1", '"a;\'=1+1"'],
		["a; ＝1+1", '"a; \'＝1+1"'],
		['a;"=1+1', '"a;""\'=1+1"'],
		["a;-1;+1", "\"a;'-1;'+1\""],
		["a\n@SUM(A1)", '"a\n\'@SUM(A1)"'],
	])(
		"runs as no formula when a semicolon or a line's end separates inside of it: %j",
		(cell, written) => {
			// Such a spreadsheet reads a quote inside a line as any other sign.
			expect(csvLine(["b", cell])).toBe(`b,${written}\r\n`);
		},
	);

	it("stays as it is otherwise", () => {
		expect(csvLine(["a = b", "1-2", null])).toBe("a = b,1-2,\r\n");
		expect(csvLine(["a; b = c\nd"])).toBe('"a; b = c\nd"\r\n');
	});
});
