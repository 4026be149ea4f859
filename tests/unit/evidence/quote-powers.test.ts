import { describe, expect, it } from "vitest";
import { checkQuote } from "#features/evidence/quote-check.ts";
import { readHtml } from "#features/evidence/read-html.ts";

const about = (power: string) =>
	`The reservoir above the town holds ${power} cubic metres of water.`;
const VOLUME = about("10<sup>6</sup>");

function check(quote: string, html: string) {
	const { text } = readHtml(`<p>${html}</p>`);
	const passage = { start: 0, end: text.length, text, before: "", after: "" };
	const statement = { content: quote, language: "en" };
	return checkQuote(quote, passage, statement, { title: "", language: "en" });
}

describe("a raised number in a quote", () => {
	it.each(["10⁶", "10^6", "10**6"])("is one power, written as %s", (power) => {
		for (const html of [VOLUME, about("10⁶"), about("10^6"), about("10**6")])
			expect(check(about(power), html)).toMatchObject({ ok: true });
	});

	it.each(["106", "10", "10^5", "10⁷", "10^-6", "10**60"])("is no other number: %s", (power) => {
		expect(check(about(power), VOLUME).ok).toBe(false);
	});

	it("may be left out after a letter", () => {
		const html = "The doctors saw fewer deaths in the trials<sup>12</sup> of the last ten years.";
		const plain = "The doctors saw fewer deaths in the trials of the last ten years.";
		expect(check(plain, html)).toMatchObject({ ok: true });
		for (const same of ["trials^12", "trials¹²"])
			expect(check(plain.replace("trials", same), html)).toMatchObject({ ok: true });
	});

	it.each(["trials^13", "trials¹³", "trials^1", "trials^12 of 7^13"])(
		"is no other number after a letter: %s",
		(other) => {
			const html = "The doctors saw fewer deaths in the trials<sup>12</sup> of the last ten years.";
			const quote = `The doctors saw fewer deaths in the ${other} of the last ten years.`;
			expect(check(quote, html).ok).toBe(false);
		},
	);
});
