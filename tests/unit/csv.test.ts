import { describe, expect, it } from "vitest";
import { csvLine } from "#features/reports/csv.ts";

describe("A cell of a CSV file", () => {
	it.each([
		["=1+1", "'=1+1"],
		["＝1+1", "'＝1+1"],
		["＋1", "'＋1"],
		["－1", "'－1"],
		["＠SUM(A1)", "'＠SUM(A1)"],
		["\n=1+1", '"\'\n=1+1"'],
		["  =1+1", "'  =1+1"],
	])("runs as no formula: %j", (cell, written) => {
		expect(csvLine([cell])).toBe(`${written}\r\n`);
	});

	it("is one cell where a semicolon separates", () => {
		expect(csvLine(["a;=1+1"])).toBe('"a;=1+1"\r\n');
	});

	it("stays as it is otherwise", () => {
		expect(csvLine(["a = b", "1-2", null])).toBe("a = b,1-2,\r\n");
	});
});
