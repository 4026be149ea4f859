import { describe, expect, it } from "vitest";
import { csvLine, plainCsvLine } from "#features/reports/csv.ts";

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

	it.each([["a\n@SUM(A1)", '"a\n\'@SUM(A1)"']])(
		"is escaped if a part after a line break would run as a formula: %j",
		(cell, written) => {
			// Spreadsheets that split there treat a quote inside a line as an ordinary character.
			expect(csvLine(["b", cell])).toBe(`b,${written}\r\n`);
		},
	);

	it("is otherwise unchanged", () => {
		expect(csvLine(["a = b", "1-2", null])).toBe("a = b,1-2,\r\n");
		expect(csvLine(["a; b = c\nd"])).toBe('"a; b = c\nd"\r\n');
		for (const text of ["He said; -5 degrees", "a;=1+1", 'a; "=b', "x;+1;@y"])
			for (const separator of [",", ";"] as const)
				expect(csvLine([text], separator)).toBe(`"${text.replaceAll('"', '""')}"\r\n`);
	});

	it("is separated as asked, and quoted where it contains either sign", () => {
		expect(csvLine(["a", "b,c", "d;e"], ";")).toBe('a;"b,c";"d;e"\r\n');
	});

	it("is unchanged for programs", () => {
		const email = "-team+x@example.org";
		expect(plainCsvLine([email, "=a@b.example", null])).toBe(`${email},=a@b.example,\r\n`);
	});
});
