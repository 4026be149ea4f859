import { describe, expect, it } from "vitest";
import { sourceLink } from "#web/ui/source-link.ts";

describe("sourceLink", () => {
	it.each([
		["https://www.nature.com/articles/1", "https://www.nature.com/articles/1"],
		["http://example.org", "http://example.org/"],
		["nasa.gov", "https://nasa.gov/"],
		["who.int/data?x=1", "https://who.int/data?x=1"],
		["example.org:8443/a", "https://example.org:8443/a"],
		["  iea.org  ", "https://iea.org/"],
	])("links %s to %s", (source, href) => {
		expect(sourceLink(source)?.href).toBe(href);
	});

	it.each([
		"javascript:alert(1)",
		"JavaScript:alert(1)//example.org",
		"data:text/html,<script>1</script>",
		"vbscript:x",
		"file:///etc/passwd",
		"ftp://example.org/x",
		"blob:https://example.org/1",
		"mailto:a@example.org",
		"https://user:pass@example.org/",
		"example.org@evil.example",
		"Ministry of Transport, annual report",
		"localhost",
		"https://127.0.0.1/x",
		"http://0x7f.1/",
		"https://[::1]/",
		"https://exa\u202Emple.com/a",
		"java\nscript:alert(1)",
		"https://",
		"",
	])("returns null for %j", (source) => {
		expect(sourceLink(source)).toBeNull();
	});

	it.each(["http://\u0435xample.com/a", "http://xn--xample-2of.com/a"])(
		"shows the domain of another alphabet encoded: %s",
		(source) => {
			expect(sourceLink(source)).toEqual({
				href: "http://xn--xample-2of.com/a",
				domain: "xn--xample-2of.com",
				rest: "/a",
			});
		},
	);

	it("separates the domain without www from the path", () => {
		expect(sourceLink("https://www.nasa.gov/moon")).toMatchObject({
			domain: "nasa.gov",
			rest: "/moon",
		});
	});
});
