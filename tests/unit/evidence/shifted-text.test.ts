import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readHtml } from "#features/evidence/read-html.ts";

const textOf = (body: string, lang = "") =>
	readHtml(`<html${lang && ` lang="${lang}"`}><body>${body}</body></html>`).text;

/** Kind, markup, reading, and the page's language where it decides. */
const CASES: [string, string, string, string?][] = [
	// Signs of notes go.
	["a linked number after a word", 'trials<sup><a href="#r12">12</a></sup> but', "trials but"],
	["a linked number after a number", '5<sup><a href="#fn2">2</a></sup> percent', "5 percent"],
	["a link around the sign", '5<a href="#fn2"><sup>2</sup></a> percent', "5 percent"],
	["a linked list", "trials<sup><a>12</a>,<a>13</a></sup> but", "trials but"],
	["a linked range", "trials<sup><a>12</a>–<a>15</a></sup> but", "trials but"],
	["a list without links", "trials<sup>12,13</sup> but", "trials but"],
	["a range without links", "trials<sup>12–15</sup> but", "trials but"],
	["a list after a number", "5<sup>2,3</sup> percent", "5 percent"],
	["a number after the end of a sentence", "costs.<sup>12</sup> But", "costs. But"],
	["a number after a comma", "deaths,<sup>3</sup> but", "deaths, but"],
	["a number after a closing quotation mark", "“deaths”<sup>3</sup> but", "“deaths” but"],
	["a number after a percent sign", "5%<sup>3</sup> of", "5% of"],
	["a number after an ideographic full stop", "死亡。<sup>3</sup>但", "死亡。但"],
	["a number after a year in brackets", "(Smith 2019)<sup>4</sup> and", "(Smith 2019) and"],
	["a number with space on both sides", "deaths <sup>3</sup> but", "deaths but"],
	["asterisks and daggers", "5<sup>*</sup> and 6<sup>†‡</sup> of", "5 and 6 of"],
	["a symbol with a number", "deaths<sup>*,1</sup> of", "deaths of"],
	["a letter after a word", "deaths<sup>a</sup> of", "deaths of"],
	["letters after a number", "5<sup>a,b</sup> percent", "5 percent"],
	["the letter of a table's note", "5<sup>b</sup> percent", "5 percent", "en"],
	["numbers in brackets", "deaths<sup>[3]</sup> of", "deaths of"],
	["a space within a sign in brackets", "deaths<sup>[3] </sup>of", "deaths of"],
	["a space within a list of signs", "deaths.<sup>1,2 </sup>The", "deaths. The"],
	["a space within a power", "10<sup>6 </sup>cubic metres", "10^6 cubic metres"],
	["several in brackets", "deaths<sup>[3][4]</sup> of", "deaths of"],
	["a list in brackets", "deaths<sup>[3, 5–7]</sup> of", "deaths of"],
	["a letter in brackets", "deaths<sup>[a]</sup> of", "deaths of"],
	["a note's name", 'deaths<sup><a href="#n">[note 1]</a></sup> of', "deaths of"],
	["a note's name, Russian", 'смерти<sup><a href="#n">[прим. 1]</a></sup> в', "смерти в"],
	["a note's name, Japanese", '死亡<sup><a href="#n">[注 1]</a></sup>は', "死亡は"],
	["a number in round brackets", "deaths<sup>(3)</sup> of", "deaths of"],
	["role=doc-noteref", 'deaths<a role="doc-noteref" href="#n">3</a> of', "deaths of"],
	["a class for references", '5<sup class="footnote-ref">2</sup> percent', "5 percent"],
	["Substack", '5<a class="footnote-anchor" href="#footnote-1">1</a> percent', "5 percent"],
	["Word", '5<span class="MsoFootnoteReference">1</span> percent', "5 percent"],
	["a raised style", '5<span style="vertical-align: super"><a>1</a></span> percent', "5 percent"],
	["a lowered sign in brackets", "deaths<sub>[3]</sub> of", "deaths of"],
	// Marks of doubt stay.
	[
		"a mark of doubt",
		"cancer.<sup>[<i><a>citation needed</a></i>]</sup>",
		"cancer.[citation needed]",
	],
	["a mark after a space", "cancer. <sup>[disputed]</sup> It", "cancer.[disputed] It"],
	["a mark, French", "cancer<sup>[<a>réf. nécessaire</a>]</sup>.", "cancer[réf. nécessaire]."],
	["a mark, Japanese", "癌<sup>[<a>要出典</a>]</sup>。", "癌[要出典]。"],
	[
		"a mark with a number",
		"рак<sup>[источник не указан 123 дня]</sup>.",
		"рак[источник не указан 123 дня].",
	],
	["a sign and a mark", "cancer<sup>[1]</sup><sup>[who?]</sup> it", "cancer[who?] it"],
	// Exponents.
	["a power of ten", "10<sup>6</sup> m", "10^6 m"],
	["a negative power", "10<sup>-3</sup> m", "10^-3 m"],
	["a minus sign", "10<sup>−3</sup> m", "10^-3 m"],
	["an en dash", "10<sup>–3</sup> m", "10^-3 m"],
	["a factor", "1.5×10<sup>6</sup> m", "1.5×10^6 m"],
	["a factor with spaces", "1.5 × 10 <sup>6</sup> m", "1.5 × 10^6 m"],
	["a power with a list", "10<sup>3,4</sup> m", "10^3,4 m"],
	["a power before a digit", "10<sup>6</sup>5", "10^6 5"],
	["a unit's power", "5 km<sup>2</sup> of", "5 km^2 of"],
	["a unit's negative power", "5 kg ha<sup>−1</sup> of", "5 kg ha^-1 of"],
	["a variable's power", "x<sup>2</sup> and y<sup>n</sup>", "x^2 and y^n"],
	["a number to a variable", "2<sup>n</sup> of", "2^n of"],
	["a formula as exponent", "2<sup>n+1</sup> of", "2^(n+1) of"],
	["a decimal exponent", "x<sup>0.5</sup> of", "x^0.5 of"],
	["a power of brackets", "(a+b)<sup>2</sup> of", "(a+b)^2 of"],
	["a charge", "Ca<sup>2+</sup> and Na<sup>+</sup> of", "Ca^2+ and Na+ of"],
	["an index and a charge", "SO<sub>4</sub><sup>2−</sup> of", "SO4^2- of"],
	// What cannot be told never reads as plain digits.
	["a bare number after a word", "trials<sup>12</sup> but", "trials^12 but"],
	["a bare number after a number", "5<sup>2</sup> percent", "5^2 percent"],
	["a bare number after a price", "$5<sup>2</sup> each", "$5^2 each"],
	// Prices, fractions, degrees.
	["cents", "for $19<sup>99</sup> each", "for $19.99 each"],
	["cents after a raised sign", "<sup>$</sup>19<sup>99</sup> each", "$19.99 each"],
	["cents before the currency", "19<sup>99</sup> € je", "19.99 € je"],
	["cents with their separator", "19<sup>,99</sup> € je", "19,99 € je"],
	["a note in an amount of money", "$40<sup>12</sup> million", "$40^12 million"],
	["a mixed fraction", "3<sup>1</sup>/<sub>2</sub> cups", "3 1/2 cups"],
	["a fraction alone", "<sup>1</sup>/<sub>2</sub> cup", "1/2 cup"],
	["a fraction slash", "3<sup>1</sup>&frasl;<sub>2</sub> cups", "3 1/2 cups"],
	["a denominator that is not lowered", "3<sup>1</sup>/2 cups", "3 1/2 cups"],
	[
		"a fraction of Wikipedia",
		'3<span class="frac"><span class="num">1</span>&frasl;<span class="den">2</span></span> cups',
		"3 1/2 cups",
	],
	["degrees", "20<sup>o</sup>C and 20 <sup>0</sup>C", "20°C and 20 0C"],
	["degrees by a nought", "20<sup>0</sup>C", "20°C"],
	// What stays as it is.
	["an index", "CO<sub>2</sub> and H<sub>2</sub>O", "CO2 and H2O"],
	["two numbers by an index", "10<sub>2</sub> and log<sub>10</sub>5", "10_2 and log10 5"],
	["an ordinal", "the 1<sup>st</sup> and 2<sup>nd</sup>", "the 1st and 2nd"],
	["an ordinal, linked", 'the <sup><a href="/1">1st</a></sup> of', "the 1st of"],
	[
		"an ordinal, French",
		"1<sup>er</sup> et 2<sup>e</sup> et XX<sup>e</sup>",
		"1er et 2e et XXe",
		"fr",
	],
	["an ordinal, Spanish", "1<sup>o</sup> y 2<sup>a</sup>", "1o y 2a", "es"],
	[
		"an abbreviation",
		"M<sup>me</sup> et M<sup>e</sup> et n<sup>o</sup> 5",
		"Mme et Me et no 5",
		"fr",
	],
	["a trademark", "Brand<sup>®</sup> and Name<sup>TM</sup>", "Brand® and NameTM"],
	["an isotope", "<sup>14</sup>C and <sup>131</sup>I", "14C and 131I"],
	["an isotope in a link", '<a href="/c"><sup>14</sup>C dating</a>', "14C dating"],
	["the number that begins a note", "<p><sup>1</sup> See the report.</p>", "1 See the report."],
	["a long raised text", `a<sup>${"word ".repeat(30)}</sup>`, `a${"word ".repeat(30)}`.trim()],
];

describe("raised and lowered text", () => {
	it.each(CASES)("reads %s", (_, html, text, lang) => {
		expect(textOf(html, lang)).toBe(text);
	});

	it("never joins a raised number to the number before it", () => {
		const digits = fc.integer({ min: 0, max: 9_999 }).map(String);
		const raise = fc.constantFrom(
			(it: string) => `<sup>${it}</sup>`,
			(it: string) => `<sup><a href="#n">${it}</a></sup>`,
			(it: string) => `<sup><i>${it}</i></sup>`,
			(it: string) => `<span style="vertical-align:super">${it}</span>`,
			(it: string) => `<sub>${it}</sub>`,
		);
		fc.assert(
			fc.property(digits, digits, raise, (base, raised, write) => {
				const text = textOf(`<p>There are ${base}${write(raised)} of them.</p>`);
				expect(text).not.toContain(`${base}${raised}`);
				expect(text).toMatch(new RegExp(`are ${base}(?!\\d)`));
			}),
		);
	});
});
