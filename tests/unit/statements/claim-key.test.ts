import { describe, expect, it } from "vitest";
import { claimKey, saidClaimKey } from "#features/statements/claim-key.ts";

describe("the key of a claim", () => {
	const key = (content: string, language: string | null = "en") => claimKey(content, language);
	const CLAIM = "The lighthouse at the harbour is 34.5 metres high.";

	it.each([
		"the LIGHTHOUSE at harbour is 34.5 metres high",
		"A lighthouse, at the harbour, is 34.5 metres high!",
	])("is the same for a claim that is written otherwise: %s", (content) => {
		expect(key(content)).toBe(key(CLAIM));
		expect(key(content, "en-GB")).toBe(key(CLAIM));
	});

	it.each([
		"The lighthouse at the harbour is not 34.5 metres high.",
		"The lighthouse at the harbour is 345 metres high.",
		"The lighthouse at the harbour is -34.5 metres high.",
		"The harbour at the lighthouse is 34.5 metres high.",
		"The lighthouse at the harbour is 34.5 % high.",
		"The lighthouse at the harbour is \u201334.5 metres high.",
		"The lighthouse at the harbour is < 34.5 metres high.",
	])("is another one for another claim: %s", (content) => {
		expect(key(content)).not.toBe(key(CLAIM));
	});

	it("tells signs apart that turn a number", () => {
		expect(key("The mast is > 30 metres.")).not.toBe(key("The mast is < 30 metres."));
		expect(key("It has 10² lamps.")).not.toBe(key("It has 102 lamps."));
		expect(key("H₂O is in the lamps.")).toBe(key("H2O is in the lamps."));
	});

	it("is another one in another language, in which the same word is no article", () => {
		expect(key("People die.", "en")).not.toBe(key("People.", "en"));
		expect(key(CLAIM, "de")).not.toBe(key(CLAIM));
	});

	it("is, for what is found, another one in another month", () => {
		const said = (day: string | null) => saidClaimKey(CLAIM, "en", day);
		expect(said("2024-05-01")).toBe(said("2024-05-31"));
		expect(new Set([said("2024-05-01"), said("2024-06-01"), said(null)])).toHaveProperty("size", 3);
	});
});
