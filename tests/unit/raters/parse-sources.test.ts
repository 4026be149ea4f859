import { describe, expect, it } from "vitest";
import { parseSources } from "#features/raters/parse-rating.ts";

describe("parseSources", () => {
	it.each([
		"https://www.who.int/news",
		"http://example.org",
		"HTTPS://EXAMPLE.ORG/a?b=c#d",
		"nasa.gov",
		"en.wikipedia.org/wiki/Moon_(disambiguation)",
		"bücher.example",
		"https://xn--bcher-kva.example/",
	])("keeps %s", (source) => {
		expect(parseSources([source])).toEqual([source]);
	});

	it.each([
		"javascript:alert(1)",
		"JaVaScRiPt:alert(1)//example.org",
		"java\nscript:alert(1)",
		"data:text/html,<b>x</b>",
		"ftp://example.org/",
		"mailto:a@example.org",
		"//example.org/",
		"https:example.org",
		"https:\\\\example.org",
		"https://user:pass@example.org/",
		"https://nasa.gov@example.org/",
		"nasa.gov@example.org",
		"http://127.0.0.1/",
		"http://[::1]/",
		"http://localhost:8787/",
		"http://0x7f.1/",
		"https://printer.local/",
		"https://app.LOCALHOST:8787/",
		"metadata.google.internal/computeMetadata/v1/",
		"https://router.lan./",
		"10.0.0.1",
		"World Health Organization",
		"Reuters",
		"example.org and others",
		'https://example.org/"onmouseover="x',
		"https://example.org/<script>",
		"https://",
		".",
		"",
		`https://example.org/${"x".repeat(300)}`,
	])("drops %s", (source) => {
		expect(parseSources([source])).toEqual([]);
	});

	it.each([undefined, null, "nasa.gov", { a: "nasa.gov" }, ["nasa.gov", 7]])(
		"returns nothing if the value is not a list of strings: %j",
		(value) => {
			expect(parseSources(value)).toEqual([]);
		},
	);

	it("removes invisible characters before validation", () => {
		expect(parseSources([" na\u200Bsa.gov\u202E "])).toEqual(["nasa.gov"]);
	});

	it("keeps at most five different sources, not counting dropped ones", () => {
		const sources = ["x", "a.org", "a.org", "b.org", "c.org", "d.org", "e.org"];
		expect(parseSources([...sources, "f.org"])).toEqual([
			"a.org",
			"b.org",
			"c.org",
			"d.org",
			"e.org",
		]);
	});
});
