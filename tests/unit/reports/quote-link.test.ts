import { describe, expect, it } from "vitest";
import { quoteLink, webAddress } from "#web/features/reports/evidence/quote-link.ts";

const PAGE = "https://example.org/a";

describe("quoteLink", () => {
	it("contains a short quote in full", () => {
		expect(quoteLink(PAGE, "It rose by 1.4 – 2 mm, a year")).toBe(
			`${PAGE}#:~:text=It%20rose%20by%201.4%20%E2%80%93%202%20mm%2C%20a%20year`,
		);
	});

	it("contains the two ends of a long quote", () => {
		const quote = `The first five words are ${"and so on ".repeat(20)}the last five of it`;
		expect(quoteLink(PAGE, quote)).toBe(
			`${PAGE}#:~:text=The%20first%20five%20words%20are,the%20last%20five%20of%20it`,
		);
	});

	it("contains the two ends of a quote that spans several lines", () => {
		expect(quoteLink(PAGE, "Closures in 2013\n50 times\tof the barrier")).toBe(
			`${PAGE}#:~:text=Closures%20in%202013,of%20the%20barrier`,
		);
	});

	it("encodes a hyphen, which separates parts of a text fragment", () => {
		expect(quoteLink(PAGE, "a self-healing mix")).toContain("self%2Dhealing");
	});

	it("keeps the fragment of the address and replaces an existing text fragment", () => {
		expect(quoteLink(`${PAGE}#results:~:text=old`, "new")).toBe(`${PAGE}#results:~:text=new`);
	});

	it("accepts a sample page of this site", () => {
		expect(quoteLink("/samples/sources/wall", "seen from the Moon")).toBe(
			"/samples/sources/wall#:~:text=seen%20from%20the%20Moon",
		);
	});

	it.each([
		"//example.org/a",
		"/\\example.org/a",
		"javascript:alert(1)",
		"data:text/html,x",
		"https://a:b@example.org",
		"no address",
	])("is null for %s", (address) => {
		expect(quoteLink(address, "quote")).toBeNull();
		expect(webAddress(address)).toBeNull();
	});
});
