import { describe, expect, it } from "vitest";
import { quoteExcerpt } from "#web/features/reports/evidence/quote-excerpt.ts";

const FILLER = "the report describes at length how the harbour was surveyed by several teams ";
const DECIDES = "the Great Wall is not visible from the Moon";

describe("the part of a quote that a closed card shows", () => {
	it("is the whole of a short quote", () => {
		expect(quoteExcerpt(DECIDES, "One can see the Great Wall.")).toBe(DECIDES);
	});

	it.each([
		["first", `${DECIDES} as ${FILLER.repeat(4)}`],
		["in the middle", FILLER.repeat(2) + DECIDES + FILLER.repeat(2)],
		["last", FILLER.repeat(4) + DECIDES],
	])("has the words that decide, wherever they are: %s", (_, quote) => {
		const shown = quoteExcerpt(quote.trim(), "The Great Wall can be seen from the Moon.");
		expect(shown).toContain("Great Wall is not visible from the Moon");
		expect(shown.length).toBeLessThanOrEqual(134);
		expect(shown).toContain("…");
		expect(quote).toContain(shown.replaceAll("…", "").trim());
	});

	it("is the whole of a quote without spaces", () => {
		const quote = "港".repeat(200);
		expect(quoteExcerpt(quote, "港")).toBe(quote);
	});
});
