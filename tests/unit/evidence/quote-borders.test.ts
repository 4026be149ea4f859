import { describe, expect, it } from "vitest";
import { checkQuote } from "#features/evidence/quote-check.ts";

function check(quote: string, page: string, language: string, content = quote) {
	const passage = { start: 0, end: page.length, text: page, before: "", after: "" };
	return checkQuote(quote, passage, { content, language }, { title: "", language });
}

/** A sentence with the place at which a cut turns what it says. */
const BENT: readonly [string, string, string][] = [
	["en", "The flood of that year destroyed about 3", " million houses along the river."],
	["en", "The oldest of the trees in the park weighs about 5", " tonnes with its roots."],
	[
		"en",
		"The new bridge over the river is safe for all lorries",
		" unless the river rises above the mark.",
	],
	[
		"en",
		"The mayor said that the new bridge was safe",
		", but the engineers never agreed with that.",
	],
	["en", "The old bridge over the river near the mill was", " not closed during the flood."],
	["en", "The bridge was open to lorries for the summer", " except on the days of the market."],
	["de", "Die Flut zerstörte in jenem Jahr ungefähr 3", " Millionen Häuser entlang des Flusses."],
	["de", "Die neue Brücke über den Fluss ist sicher", ", aber die Ingenieure sahen das anders."],
	["de", "Der Bürgermeister sagte damals über die Brücke, sie sei", " nicht sicher genug."],
	["fr", "La crue de cette année a détruit environ 3", " millions de maisons le long du fleuve."],
	["fr", "Le nouveau pont sur le fleuve est très sûr", ", mais les ingénieurs pensent autrement."],
	["es", "El nuevo puente sobre el río es muy seguro", ", pero los ingenieros dicen otra cosa."],
	["es", "La crecida de aquel año destruyó cerca de 3", " millones de casas junto al río."],
	["it", "Il nuovo ponte sul fiume è molto sicuro", ", ma gli ingegneri dicono altro."],
	["pl", "Powódź w tamtym roku zniszczyła prawie 3", " miliony domów nad rzeką."],
	["ru", "Новый мост через реку очень надёжный", ", но инженеры с этим не согласны."],
	["ru", "Наводнение в тот год разрушило около 3", " миллионов домов вдоль реки."],
	["nl", "De nieuwe brug over de rivier is heel veilig", ", maar de ingenieurs denken anders."],
	["zh", "这座新的大桥对所有的车辆来说是安全的", "，但是工程师并不同意。"],
	["ja", "新しい橋はすべてのトラックにとって安全で", "はないと技師は言った。"],
];
const BENT_BEFORE: readonly [string, string, string][] = [
	["en", "The court found that he had not ", "taken the money from the fund of the town."],
	["en", "There is no evidence that ", "the fund of the town was used for the bridge."],
	["en", "The town would pay unless ", "the bridge was closed for the whole summer."],
	["en", "The flood of that year cost more than ", "5 million people their houses on the river."],
	["de", "Das Gericht stellte fest, dass er nicht ", "das Geld der Stadt genommen hatte."],
	["es", "El tribunal dijo que la ciudad nunca ", "pagó el dinero de la fábrica vieja."],
	["fr", "Le tribunal a dit que la ville paierait sauf ", "si le pont était fermé tout l’été."],
	["ru", "Суд решил, что город не ", "брал деньги из фонда на новый мост."],
	["zh", "法院认为这个城市从来没有不", "使用过基金里的钱来修建这座新的大桥。"],
];

describe("a quote whose cut turns its meaning", () => {
	const before = { en: "It rained. ", zh: "下雨了。", ja: "雨だった。" };
	const long = (text: string) => `${text.slice(0, -1)} ${"and so on and on ".repeat(24)}.`;
	const lead = (language: string) => before[language as keyof typeof before] ?? before.en;

	it.each(BENT)("is extended to the end of its sentence: %s, %s|%s", (language, quote, rest) => {
		const page = `${lead(language)}${quote}${rest} And then.`;
		const result = check(quote, page, language);
		expect(result).toMatchObject({ found: { quote: quote + rest } });
	});

	it.each(BENT.filter(([language]) => language.length === 2 && !/zh|ja/.test(language)))(
		"is dropped if the sentence is too long: %s, %s|%s",
		(language, quote, rest) => {
			const page = `${lead(language)}${quote}${long(rest)}`;
			expect(check(quote, page, language)).toEqual({ ok: false, reason: "too_long" });
		},
	);

	it.each(BENT_BEFORE)(
		"is extended to the beginning of its sentence: %s, %s|%s",
		(language, left, quote) => {
			const page = `${lead(language)}${left}${quote}`;
			expect(check(quote, page, language)).toMatchObject({ found: { quote: left + quote } });
		},
	);

	it("is dropped if its sentence continues beyond the text around the passage", () => {
		const text = "The mayor said that the new bridge was safe";
		const after = " but the engineers of the town".padEnd(200, " of the town");
		const passage = { start: 0, end: text.length, text, before: "", after };
		const statement = { content: text, language: "en" };
		const check_of = (it: typeof passage) =>
			checkQuote(text, it, statement, { title: "", language: "en" });
		expect(check_of(passage)).toEqual({ ok: false, reason: "too_long" });
		expect(check_of({ ...passage, after: after.slice(0, 100) })).toMatchObject({ ok: true });
	});

	it.each([
		["a year", "The new bridge over the river was opened in 1990", " by the mayor of the town."],
		[
			"the end of a sentence",
			"The new bridge over the river is very safe.",
			" But the mayor never came.",
		],
		["a comma", "In the summer the bridge was open to lorries,", " and the market was held there."],
	])("is kept as it is at %s if its sentence is too long", (_, quote, rest) => {
		const page = quote + rest.replace(".", " and so on and on".repeat(24));
		expect(check(quote, page, "en")).toMatchObject({ found: { quote } });
		if (!rest.startsWith(" But"))
			expect(check(quote, quote + rest, "en")).toMatchObject({ found: { quote: quote + rest } });
	});
});

describe("an ellipsis", () => {
	const page =
		"About 12 people drowned near the mill in May and 14 people drowned near the ferry in June. The mayor of the town did not open the bridge for the lorries in July.";
	const check_en = (quote: string) => check(quote, page, "en", page);

	it.each([
		["leaves out a denial", "The mayor of the town … open the bridge for the lorries"],
		["stands for a denial", "The mayor of the town did [not] ever open the bridge for the lorries"],
		["skips a number for a later one", "About 12 people drowned … 14 people drowned … in May"],
		["stands for more than 220 characters", ""],
		["changes the order", "in June … About 12 people drowned near the mill"],
	])("is refused if it %s", (_, quote) => {
		const far = `The mayor of the town was here ${"on and on ".repeat(23)}and opened the bridge.`;
		const result = quote
			? check_en(quote)
			: check("The mayor of the town was here … opened the bridge", far, "en");
		expect(result).toMatchObject({ ok: false });
	});

	it("keeps the page's whole stretch", () => {
		expect(check_en("About 12 people drowned … in May and 14 people drowned")).toMatchObject({
			found: { quote: page.slice(0, page.indexOf(" The mayor")) },
		});
		expect(
			check_en("[The] mayor of the town did not open [it] for the lorries in July…"),
		).toMatchObject({ found: { quote: page.slice(page.indexOf("The mayor")) } });
	});
});

describe("the relation of a quote to its statement", () => {
	const flu = "They can cause mild side effects, but serious reactions are rare.";
	const related = (content: string, quote: string, { title = "", before = "" } = {}) => {
		const passage = { start: before.length, end: 0, text: quote, before, after: "" };
		const statement = { content, language: "en" };
		return checkQuote(quote, passage, statement, { title, language: "en" }).ok;
	};

	it.each([
		[
			"a title",
			"Flu shots often lead to hospital conditions",
			flu,
			{ title: "What flu shots lead to" },
			true,
		],
		[
			"text before it",
			"Flu shots often lead to hospital conditions",
			flu,
			{ before: "Flu shots do not lead to that. " },
			true,
		],
		["neither", "Flu shots often lead to hospital conditions", flu, {}, false],
		[
			"a name",
			"Haines was called something else",
			"As his career went on, Haines became known as a writer.",
			{},
			true,
		],
		[
			"a number",
			"It was finished in 1932",
			"The last stone of the tower was laid in May 1932.",
			{},
			true,
		],
		[
			"one word",
			"The harbour burned down",
			"Nobody saw the harbour before they came by train.",
			{},
			false,
		],
	])("is shown by %s", (_, content, quote, around, expected) => {
		expect(related(content, quote, around)).toBe(expected);
	});
});

describe("a quote that is a date", () => {
	const page = "Posted by the harbour master\nSept. 29, 2015 at 04:47 p.m.\nComments are closed.";

	it.each([
		["Sept. 29, 2015 at 04:47 p.m.", "The notice was posted on September 29, 2015.", true],
		["Sept. 29, 2015", "The notice was posted on 29 September 2015.", true],
		["Sept. 29, 2015", "The notice was posted in 2015.", false],
		["Sept. 29, 2015", "The notice was posted on October 29, 2015.", false],
		["Comments are closed", "Comments are closed since September 29, 2015.", false],
	])("is enough for a statement about it: %s, %s", (quote, content, expected) => {
		expect(check(quote, page, "en", content).ok).toBe(expected);
	});
});
