import { describe, expect, it } from "vitest";
import { indexPage, type Passage, selectPassages } from "#features/evidence/passages.ts";
import { checkQuote } from "#features/evidence/quote-check.ts";
import { readHtml } from "#features/evidence/read-html.ts";

const STATEMENT = {
	content: "Average temperature in the valley rose by 3.5 degrees.",
	language: "en",
};
const EN = { title: "", language: "en" };
const TEXT = `Between 1990 and 2020 the average temperature in the valley rose by 3.5 degrees, and it did not fall again. “Nobody’s thermometer” was wrong; the well-known series says so. In winter the record is −12 °C at the lake.`;

function passageOf(text: string): Passage {
	return { start: 0, end: text.length, text, before: "", after: "" };
}

function check(quote: string, text = TEXT, language: string | null = "en") {
	return checkQuote(quote, passageOf(text), STATEMENT, { title: "", language });
}

describe("quote that is on the page", () => {
	it.each([
		["to the letter", "the average temperature in the valley rose by 3.5 degrees"],
		["in another case", "THE AVERAGE TEMPERATURE in the Valley rose by 3.5 degrees"],
		[
			"with plain quotation marks",
			`"Nobody's thermometer" was wrong; the well-known series says so`,
		],
		[
			"with other dashes and spaces",
			"the well‑known\u00a0series says so. In  winter the record is",
		],
		["without the dash", "was wrong; the well known series says so"],
		["with another minus sign", "In winter the record is -12 °C at the lake"],
		[
			"with invisible characters",
			"the average tempera\u00adture in the val\u200bley rose by 3.5 degrees",
		],
		[
			"with decomposed letters",
			"the average temperature in the valley rose by 3.5 degrees".normalize("NFD"),
		],
	])("is found %s", (_, quote) => {
		const result = check(quote);
		expect(result).toMatchObject({ ok: true });
		if (!result.ok) return;
		const { found } = result;
		// The quote that is kept is the page's own text at the given position.
		expect(TEXT.slice(found.quote_start, found.quote_start + found.quote.length)).toBe(found.quote);
	});

	it("is kept in the page's characters, with its position and the text around it", () => {
		const text = `${"x ".repeat(150)}It said: “the lake’s level rose by 2.5 metres in May” and more. ${"y ".repeat(150)}`;
		const { start, end } = { start: 1_000, end: 1_000 + text.length };
		const passage = { start, end, text, before: "", after: "" };
		const quote = `"The lake's level rose by 2.5 metres in May"`;
		const statement = { content: "The lake rose.", language: "en" };
		expect(checkQuote(quote, passage, statement, EN)).toMatchObject({
			ok: true,
			found: {
				quote: "“the lake’s level rose by 2.5 metres in May”",
				quote_start: 1_000 + text.indexOf("“"),
				before: text.slice(text.indexOf("“") - 200, text.indexOf("“")),
				after: text.slice(text.indexOf("”") + 1).slice(0, 200),
			},
		});
	});

	it("is found on a page with HTML entities", () => {
		const { text } = readHtml(
			"<p>The council&#8217;s caf&eacute; closed&nbsp;&mdash; in&nbsp;2019 &amp; never reopened.</p>",
		);
		expect(
			checkQuote(
				"The council's café closed - in 2019 & never reopened",
				passageOf(text),
				{ content: "The café closed.", language: "en" },
				EN,
			),
		).toMatchObject({ ok: true });
	});

	it.each([
		["in the valley about 10^5 bacteria were found", "10⁵"],
		["in the valley about 10⁵ bacteria were found", "10⁵"],
		["in the valley about 10^-5 bacteria were found", "10⁻⁵"],
	])("is found with a differently written number: %s", (quote, number) => {
		const text = `They say that in the valley about ${number} bacteria were found.`;
		expect(check(quote, text, null)).toMatchObject({ ok: true });
	});

	it.each([
		[
			"In the valley R&amp;D spending rose and it isn&#39;t falling",
			"In the valley R&D spending rose, and it isn’t falling.",
		],
		[
			"In the valley R&D spending rose and it isn't falling",
			"In the valley R&amp;D spending rose, and it isn&#39;t falling.",
		],
		[
			"Water in the valley boils at 100 °C, as it does at sea level",
			"Water in the valley boils at 100 ℃, as it does at sea level.",
		],
	])("is found if only one side encodes a character: %s", (quote, text) => {
		const result = check(quote, text, null);
		expect(result).toMatchObject({ ok: true });
		if (result.ok) expect(result.found.quote).toBe(text);
	});

	it("is found at the place with the same number", () => {
		const text =
			"The valley grew by 3.5 percent in that year. The valley grew by 35 percent in that year.";
		const quote = "The valley grew by 35 percent in that year";
		expect(check(quote, text, null)).toMatchObject({
			found: { quote_start: text.lastIndexOf("The valley") },
		});
	});

	it("is found in a passage selected from a page", () => {
		const page = `${"Other things happened here too. ".repeat(40)}\n${TEXT}`;
		const [passage] = selectPassages(indexPage(page, "en"), [STATEMENT.content]);
		const result = checkQuote(
			"the average temperature in the valley rose by 3.5 degrees",
			passage,
			STATEMENT,
			EN,
		);
		expect(result).toMatchObject({ ok: true });
		if (result.ok) expect(page.indexOf(result.found.quote)).toBe(result.found.quote_start);
	});

	it.each([
		["Japanese", "万里の長城は月から肉眼で見えません", "万里の長城は月から肉眼で見えません。"],
		[
			"Chinese across a line break",
			"蜂蜜在密封的罐子里可以保存很多年",
			"蜂蜜在密封的\n罐子里可以保存很多年。",
		],
	])("is found in %s if it has at least twelve characters", (_, quote, text) => {
		expect(check(quote, text, "ja")).toMatchObject({ ok: true });
		expect(check(quote.slice(0, 8), text, "ja")).toEqual({ ok: false, reason: "too_short" });
	});
});

describe("quote that is not on the page", () => {
	it.each([
		["one digit changed", "the average temperature in the valley rose by 3.6 degrees", "not_found"],
		[
			"a decimal point dropped",
			"the average temperature in the valley rose by 35 degrees",
			"numbers_differ",
		],
		[
			"a decimal point moved",
			"average temperature in the valley rose by .35 degrees",
			"numbers_differ",
		],
		[
			"an exponent written as digits",
			"in the valley about 105 bacteria were found in a drop",
			"numbers_differ",
			"They say that in the valley about 10⁵ bacteria were found in a drop.",
		],
		[
			"an exponent's sign dropped",
			"in the valley about 10^5 grams of it were found in a litre",
			"numbers_differ",
			"They say that in the valley about 10⁻⁵ grams of it were found in a litre.",
		],
		[
			"a fraction merged with the number before it",
			"in the valley people drink about 11/2 litres of water a day",
			"numbers_differ",
			"They say that in the valley people drink about 1½ litres of water a day.",
		],
		["a sign dropped", "In winter the record is 12 °C at the lake", "numbers_differ"],
		["a sign added", "Between -1990 and 2020 the average temperature", "numbers_differ"],
		['"not" dropped', "rose by 3.5 degrees, and it did fall again", "not_found"],
		[
			"two sentences joined",
			"the average temperature in the valley the well-known series says so",
			"not_found",
		],
		["a word cut off at its end", "the average temperature in the val", "not_found"],
		["a word cut off at its beginning", "verage temperature in the valley rose by", "not_found"],
		["a number cut off", "temperature in the valley rose by 3", "not_found"],
		["two words joined", "theaverage temperature in the valley rose by 3.5", "not_found"],
		["one word split", "the aver age temperature in the valley rose by 3.5", "not_found"],
		[
			"a dash dropped that serves as a minus sign",
			"and in the valley it was 7 degrees on average",
			"numbers_differ",
			"It was cold, and in the valley it was –7 degrees on average.",
		],
		[
			"less than turned into greater than",
			"in the valley p was > 0.05 for each of the groups",
			"numbers_differ",
			"So in the valley p was < 0.05 for each of the groups.",
		],
		[
			"a letter without its mark, in a script without spaces",
			"แมวตัวนี้ชอบกินปลามากและไม",
			"not_found",
			"แมวตัวนี้ชอบกินปลามากและไม่ชอบน้ำ",
		],
		["too few words", "temperature in the valley", "too_short"],
		["too few characters", "it did not fall again", "too_short"],
		["no words at all", "…", "too_short"],
		["too many characters", "x".repeat(900), "too_long"],
	])("is dropped: %s", (_, quote, reason, text = TEXT) => {
		expect(check(quote, text)).toEqual({ ok: false, reason });
	});

	it.each(["mous", ".5 million", "0 000"])(
		"is dropped if the page continues with %j after the passage",
		(after) => {
			const text = "The number of people in the valley that day was 1";
			const passage = { ...passageOf(text), after };
			expect(checkQuote(text, passage, STATEMENT, { ...EN, language: "de" })).toEqual({
				ok: false,
				reason: "not_found",
			});
		},
	);

	it("is dropped if no part of it is in the passage", () => {
		const quote = "rose by 3.5 degrees in one of the summers";
		const passage = { ...passageOf("the average temperature in the valley"), after: ` ${quote}` };
		expect(checkQuote(quote, passage, STATEMENT, EN)).toEqual({ ok: false, reason: "not_found" });
	});

	it("is dropped if it ends where the text around the passage is cut", () => {
		const text = "the average temperature in the valley rose by";
		const after = " and it fell".padStart(200, " and it rose");
		const passage = { ...passageOf(text), after };
		expect(checkQuote(text + after, passage, STATEMENT, EN)).toEqual({
			ok: false,
			reason: "not_found",
		});
		const shorter = (text + after).slice(0, -" fell".length);
		expect(checkQuote(shorter, passage, STATEMENT, EN)).toMatchObject({ ok: true });
	});

	it("is dropped if it is a whole page", () => {
		const text = "The valley was warmer than ever in that year. ".repeat(12);
		expect(check(text.trim(), text)).toEqual({ ok: false, reason: "too_long" });
	});

	it("is dropped if its passage was not given", () => {
		expect(checkQuote("anything at all", undefined, STATEMENT, EN)).toEqual({
			ok: false,
			reason: "unknown_passage",
		});
	});

	it("is dropped if passage and statement are in one language but share no words", () => {
		const text = "All rights reserved by the publisher and its licensors worldwide.";
		expect(check(text, text)).toEqual({ ok: false, reason: "unrelated" });
		// In another language, the same fact uses other words.
		const german = "Die Durchschnittstemperatur im Tal stieg in dieser Zeit stark an.";
		expect(check(german, german, "de")).toMatchObject({ ok: true });
	});
});
