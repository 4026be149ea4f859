import { describe, expect, it } from "vitest";
import { checkQuote, isOnPage } from "#features/evidence/quote-check.ts";
import { seededRandom } from "#tests/support/world/seeded-random.ts";

/** Sentences of one page, each with its language, a name, a number and a verb in another tense. */
const SENTENCES: readonly {
	language: string;
	text: string;
	names: [string, string];
	tense: [string, string];
	plural: [string, string];
	denial: string;
}[] = [
	{
		language: "en",
		text: "In spring Halvorsen counted 48 herons beside the reservoir, and the wardens did not disturb the nests there.",
		names: ["Halvorsen", "Lindqvist"],
		tense: ["counted", "counts"],
		plural: ["nests", "nest"],
		denial: "did not",
	},
	{
		language: "en",
		text: "The ferry between Orsand and Brekke carried 730 passengers on that Sunday, although it was not built for so many people.",
		names: ["Orsand", "Tveit"],
		tense: ["carried", "carries"],
		plural: ["passengers", "passenger"],
		denial: "was not",
	},
	{
		language: "de",
		text: "Der Ort Bergheim verlor in jenem Winter 62 seiner alten Scheunen, doch die Kirche wurde nicht beschädigt.",
		names: ["Bergheim", "Talheim"],
		tense: ["verlor", "verliert"],
		plural: ["Scheunen", "Scheune"],
		denial: "nicht ",
	},
	{
		language: "fr",
		text: "Le musée de Valmont reçut 340 visiteurs pendant la première semaine, mais la galerie ne fut pas ouverte le soir.",
		names: ["Valmont", "Beaulieu"],
		tense: ["reçut", "reçoit"],
		plural: ["visiteurs", "visiteur"],
		denial: "pas ",
	},
	{
		language: "es",
		text: "La fábrica de Villarejo empleó a 215 obreros durante aquel año, y la producción nunca volvió al nivel anterior.",
		names: ["Villarejo", "Castrillo"],
		tense: ["empleó", "emplea"],
		plural: ["obreros", "obrero"],
		denial: "nunca ",
	},
	{
		language: "ru",
		text: "Город Светлый построил 57 новых домов за одно лето, и старый мост не был закрыт для машин.",
		names: ["Светлый", "Тихий"],
		tense: ["построил", "построит"],
		plural: ["домов", "дома"],
		denial: "не ",
	},
	{
		language: "pl",
		text: "Miasto Zalesie sprzedało 84 stare autobusy w ciągu roku, a nowe linie nie zostały jeszcze otwarte.",
		names: ["Zalesie", "Podgórze"],
		tense: ["sprzedało", "sprzeda"],
		plural: ["linie", "linia"],
		denial: "nie ",
	},
];

const CASES = SENTENCES.map((it) => ({ ...it, name: `${it.language}: ${it.names[0]}` }));
const PAGES = 4;
/** How many stretches of a sentence are tried on each page. */
const STRETCHES = 16;

/** The sentence on a page of its own, between others that a seed chooses. */
function pageOf(text: string, seed: number): string {
	const random = seededRandom(seed);
	const others = SENTENCES.filter((it) => it.text !== text);
	const pick = () => others[Math.floor(random() * others.length)]?.text ?? "";
	return `${pick()}\n${text} ${pick()}`;
}

function check(quote: string, page: string, { language }: { language: string }, content = "") {
	const passage = { start: 0, end: page.length, text: page, before: "", after: "" };
	const statement = { content: content || quote, language };
	const result = checkQuote(quote, passage, statement, { title: "", language });
	if (result.ok) {
		const { quote: found, quote_start } = result.found;
		// What is kept is one stretch of the page, which the page still has when it is opened again.
		expect(page.slice(quote_start, quote_start + found.length)).toBe(found);
		expect(isOnPage(found, page)).toBe(true);
	}
	return result;
}

/** Some stretches of at least eight words of a text. */
function stretches(text: string, random: () => number): string[] {
	const words = text.split(" ");
	return Array.from({ length: STRETCHES }, () => {
		const from = Math.floor(random() * (words.length - 8));
		const more = Math.floor(random() * (words.length - 7 - from));
		return words.slice(from, from + 8 + more).join(" ");
	});
}

function seeds(): number[] {
	return Array.from({ length: PAGES }, (_, at) => at + 1);
}

function wordsOf(text: string): string {
	return ` ${(text.match(/[\p{L}\p{N}]+/gu) ?? []).join(" ")} `;
}

type Change = (quote: string, random: () => number) => string | null;

/** Applies a change to all stretches of a sentence on many pages, and counts what is accepted. */
function accepted(it: (typeof CASES)[number], change: Change): { tried: number; ok: number } {
	let tried = 0;
	let ok = 0;
	for (const seed of seeds()) {
		const random = seededRandom(seed);
		const page = pageOf(it.text, seed);
		for (const stretch of stretches(it.text, random)) {
			const quote = change(stretch, random);
			if (quote === null || wordsOf(page).includes(wordsOf(quote))) continue;
			tried += 1;
			if (check(quote, page, it).ok) ok += 1;
		}
	}
	return { tried, ok };
}

const swap =
	(one: string, other: string): Change =>
	(quote) =>
		quote.includes(one) ? quote.replace(one, () => other) : null;

const dropWord: Change = (quote, random) => {
	const words = quote.split(" ");
	words.splice(1 + Math.floor(random() * (words.length - 2)), 1);
	return words.join(" ");
};

const changeNumber: Change = (quote, random) =>
	/\d/.test(quote)
		? quote.replace(/\d+/, (digits) => String(Number(digits) + 1 + Math.floor(random() * 8)))
		: null;

describe.each(CASES)("a quote that is changed is never accepted: $name", (it_of) => {
	it.each<[string, Change]>([
		["a number", changeNumber],
		[
			"a number, with an ellipsis",
			(quote, random) => leaveOut(changeNumber(quote, random), random, { from: quote }),
		],
		["a denial left out", swap(it_of.denial, it_of.denial.includes("did") ? "did" : "")],
		["a name", swap(...it_of.names)],
		[
			"a name, with an ellipsis",
			(quote, random) => leaveOut(swap(...it_of.names)(quote, random), random, { from: quote }),
		],
		["the tense", swap(...it_of.tense)],
		["the number of a noun", swap(...it_of.plural)],
		["a word left out", dropWord],
		["a word cut at its end", (quote) => quote.replace(/(\p{L})\p{L}$/u, "$1")],
		["a word cut at its beginning", (quote) => quote.replace(/^\p{L}(?=\p{L}{2})/u, "")],
		["a sentence merged with another", (quote) => `${quote} ${SENTENCES[0]?.text.slice(0, 40)}`],
	])("%s", (_, change) => {
		const { tried, ok } = accepted(it_of, change);
		expect(tried).toBeGreaterThan(PAGES);
		expect(ok).toBe(0);
	});
});

const DENIALS = new Set(["not", "nicht", "ne", "pas", "nunca", "не", "nie"]);

/**
 * Puts an ellipsis in place of one to three words of `from`; null if that would leave out a denial.
 */
function leaveOut(
	quote: string | null,
	random: () => number,
	{ from = quote ?? "", sign = "…" },
): string | null {
	const words = quote?.split(" ") ?? [];
	if (words.length < 8) return null;
	const count = 1 + Math.floor(random() * 3);
	const at = 2 + Math.floor(random() * (words.length - count - 3));
	const gone = words.slice(at, at + count);
	if (gone.some((word) => DENIALS.has(word)) || !from.includes(gone.join(" "))) return null;
	words.splice(at, count, sign);
	return words.join(" ");
}

/** What is found of the honest ways to write a stretch of the page. */
function found(
	write: (stretch: string, page: string, random: () => number) => [string, string] | null,
) {
	let tried = 0;
	const lost: string[] = [];
	for (const it of CASES)
		for (const seed of seeds()) {
			const random = seededRandom(seed);
			for (const stretch of stretches(it.text, random)) {
				const written = write(stretch, pageOf(it.text, seed), random);
				if (written === null) continue;
				tried += 1;
				const [quote, page] = written;
				const result = check(quote, page, it, it.text);
				if (!result.ok) lost.push(`${result.reason}: ${quote}`);
			}
		}
	return { tried, lost: lost.length / tried, some: [...new Set(lost)].slice(0, 5) };
}

const FEW = 0.01;
const WORDS: Readonly<Record<string, string>> = { "48": "forty-eight" };

describe("a quote that is written differently is found", () => {
	it.each<[string, Parameters<typeof found>[0]]>([
		...["…", "...", "[…]", "[...]", "(…)"].map((sign): [string, Parameters<typeof found>[0]] => [
			`with ${sign} for words`,
			(stretch, page, random) => {
				const quote = leaveOut(stretch, random, { sign });
				return quote === null ? null : [quote, page];
			},
		]),
		[
			"with words in brackets",
			(stretch, page, random) => {
				const quote = leaveOut(stretch, random, { sign: "[the town]" });
				return quote === null ? null : [quote, page];
			},
		],
		[
			"without the footnote signs of the page",
			(stretch, page, random) => {
				const at = stretch.split(" ")[2 + Math.floor(random() * 4)] ?? "";
				const sign = random() < 0.5 ? "[17]" : "[3][4]";
				return [stretch, page.replaceAll(at, `${at}${sign}`)];
			},
		],
		[
			"with the page's footnote signs",
			(stretch, page) => {
				const [, , third = ""] = stretch.split(" ");
				return [stretch.replace(third, `${third}[17]`), page.replaceAll(third, `${third}[17]`)];
			},
		],
		[
			"with a plain hyphen for U+2011 after a number",
			(stretch, page) =>
				/\d+ \p{L}/u.test(stretch)
					? [stretch.replace(/(\d+) /, "$1-"), page.replaceAll(/(\d+) /g, "$1\u2011")]
					: null,
		],
		[
			"with spaces for the borders of table cells",
			(stretch, page) => {
				const row = `${stretch.split(" ").slice(0, 6).join(" ")} 74 100% 7 210`;
				return [row, `${page}\n${row.replaceAll(" ", "\t")}\n${page}`];
			},
		],
		[
			"with a number in words",
			(stretch, page) =>
				stretch.includes("48 ") ? [stretch.replace("48", WORDS["48"] ?? ""), page] : null,
		],
		[
			"in digits where the page has words",
			(stretch, page) =>
				stretch.includes("48 ") ? [stretch, page.replaceAll("48", WORDS["48"] ?? "")] : null,
		],
		[
			"with % for percent",
			(stretch, page) =>
				stretch.includes("48 ")
					? [stretch.replace("48 ", "48% of "), page.replaceAll("48 ", "48 percent of ")]
					: null,
		],
		[
			"without accents",
			(stretch, page) => [
				stretch
					.normalize("NFD")
					.replace(/[\u0300-\u036f]/g, "")
					.replaceAll("ł", "l"),
				page,
			],
		],
	])("%s", (_, write) => {
		const { tried, lost, some } = found(write);
		expect(tried).toBeGreaterThan(PAGES);
		expect(lost, some.join("\n")).toBeLessThanOrEqual(FEW);
	});

	it.each([
		[
			"un tercio",
			"es",
			"El 5 % de las casas del valle no tenía agua",
			"El 5 por ciento de las casas del valle no tenía agua potable.",
		],
		[
			"German",
			"de",
			"Rund 5 Prozent der Häuser im Tal hatten Strom",
			"Rund fünf Prozent der Häuser im Tal hatten Strom und Wasser.",
		],
		[
			"one",
			"en",
			"Only 1 of the houses in the valley had water",
			"Only one of the houses in the valley had water.",
		],
	])("with numbers in %s", (_, language, quote, page) => {
		expect(check(quote, page, { language }, page)).toMatchObject({ ok: true });
	});

	it("across the end of its passage", () => {
		for (const { text, language } of SENTENCES)
			for (const cut of [20, 40, 60]) {
				const from = text.indexOf(" ", cut);
				const [head, tail] = [text.slice(0, from), text.slice(from)];
				const statement = { content: text, language };
				const page = { title: "", language };
				const ends = {
					start: 900,
					end: 900 + head.length,
					text: head,
					before: "Before. ",
					after: tail,
				};
				expect(checkQuote(text, ends, statement, page)).toMatchObject({
					found: { quote: text, quote_start: 900 },
				});
				const begins = { start: 900, end: 1_000, text: tail.trim(), before: `${head} `, after: "" };
				expect(
					checkQuote(text.slice(8).replace(/^\S+ /, ""), begins, statement, page),
				).toMatchObject({ ok: true });
			}
	});
});
