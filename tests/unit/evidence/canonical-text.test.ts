import { describe, expect, it } from "vitest";
import { hasMarkOfDoubt } from "#features/evidence/marks-of-doubt.ts";
import { indexPage, selectPassages } from "#features/evidence/passages.ts";
import { checkQuote, isOnPage } from "#features/evidence/quote-check.ts";
import { readHtml } from "#features/evidence/read-html.ts";

const textOf = (body: string, head = "") =>
	readHtml(`<html><head>${head}</head><body>${body}</body></html>`).text;
const style = (css: string) => `<style>${css}</style>`;
const LONG = "The harbour was built by the town and is kept by its office. ".repeat(6).trim();

describe("what readers do not see", () => {
	it.each([
		["a struck-out word", "is <del>not</del> safe", "is safe"],
		["an incorrect word", "is <s>not</s> safe", "is safe"],
		["a word struck out long ago", "is <strike>not</strike> safe", "is safe"],
		[
			"a line through a word",
			'is <span style="text-decoration: line-through">not</span> safe',
			"is safe",
		],
		[
			"a line through by its longhand",
			'is <b style="text-decoration-line:line-through;color:red">not</b> safe',
			"is safe",
		],
		["an old price", "<del>$29</del> <ins>$19</ins>", "$19"],
		["a closed dialog", "a <dialog>seen</dialog> b", "a\nb"],
		["a popover", "a <span popover>seen</span> b", "a b"],
		["suggestions", "a <datalist><option>seen</datalist> b", "a b"],
		["fallback in an object", '<object data="a.pdf">seen</object>a', "a"],
		["a template", "<template>seen</template>a", "a"],
		["far off screen", '<span style="position:absolute;left:-9999px">seen</span>a', "a"],
		["indented away", '<span style="text-indent:-9999px">seen</span>a', "a"],
		["clipped", '<span style="clip:rect(0 0 0 0);position:absolute">seen</span>a', "a"],
		["clipped by a path", '<span style="clip-path: inset(50%)">seen</span>a', "a"],
		["one pixel", '<span style="width:1px;height:1px;overflow:hidden">seen</span>a', "a"],
		["one colour", '<span style="color:#fff;background:white">seen</span>a', "a"],
		["MediaWiki's link to an editor", 'A<span class="mw-editsection">[edit]</span>', "A"],
	])("is left out: %s", (_, html, text) => {
		expect(textOf(html)).toBe(text);
	});

	it.each([
		[".x{display:none}", "a"],
		["#y { visibility : hidden }", "a"],
		["p.x, .z{display:none}", "a"],
		["@layer base{.x{display:none}}", "a"],
		["@media screen{.x{display:none}}", "a"],
		["/* .x{} */.x{position:absolute;left:-999em}", "a"],
		[".x{display:none}.x{display:block}", "seen\na"],
		[".x{display:none}.x.open{display:block}", "seen\na"],
		["#y{display:block}.x{display:none}", "seen\na"],
		["@media print{.x{display:none}}", "seen\na"],
		["@media (max-width:500px){.x{display:none}}", "seen\na"],
		[".x:hover{display:none}", "seen\na"],
		[".other .x{display:none}", "seen\na"],
		["/* .x{display:none} */", "seen\na"],
		[".x{display:none", "seen\na"],
	])("is told by the page's own style: %s", (css, text) => {
		expect(textOf('<p class="b x open" id="y">seen</p><p>a</p>', style(css))).toBe(text);
	});

	it("ignores a style for print", () => {
		const head = '<style media="print">.x{display:none}</style>';
		expect(textOf('<p class="x">seen</p>', head)).toBe("seen");
	});
});

describe("what readers see", () => {
	it("has an open dialog and a declarative shadow root", () => {
		expect(textOf("<dialog open>a</dialog>")).toBe("a");
		expect(textOf('<x-a><template shadowrootmode="open"><p>a</p></template></x-a>')).toBe("a");
	});

	it.each([
		["opacity", '<main style="opacity:0">', ""],
		["visibility", '<main style="visibility:hidden">', ""],
		["a class", '<main class="fade">', style(".fade{opacity:0}")],
		["aria-hidden", '<main aria-hidden="true">', ""],
	])(
		"has what holds most of the words, whatever hides it until a script runs: %s",
		(_, open, head) => {
			expect(textOf(`<p>Menu</p>${open}<p>${LONG}</p></main>`, head)).toBe(`Menu\n${LONG}`);
			expect(textOf(`<p>${LONG}</p>${open}<p>Menu</p></main>`, head)).toBe(LONG);
		},
	);

	it("has many parts that a script fades in", () => {
		const parts = ["One part.", "Two parts.", "Three parts."];
		const html = parts.map((it) => `<section style="opacity:0"><p>${it}</p></section>`).join("");
		expect(textOf(`<h1>Title</h1>${html}`)).toBe(["Title", ...parts].join("\n"));
	});

	it("has no display of most words that stay hidden", () => {
		expect(textOf(`<p>Menu</p><div style="display:none"><p>${LONG}</p></div>`)).toBe("Menu");
	});

	it("parts the items of a flexible box and boxes of several words", () => {
		expect(textOf('<div style="display:flex"><span>A b</span><span>c d</span></div>')).toBe(
			"A b\nc d",
		);
		const box = (text: string) => `<span style="display:inline-block">${text}</span>`;
		expect(textOf(box("The mayor") + box("took bribes"))).toBe("The mayor\ttook bribes");
		expect(textOf(["M", "a", "y", "o", "r"].map(box).join(""))).toBe("Mayor");
		expect(textOf("<button>Share it</button><button>Save it</button>")).toBe("Share it\tSave it");
	});
});

/** Whether a quote of the whole text is found on the page. */
function isQuoted(html: string, quote: string): boolean {
	const { text, borders } = readHtml(`<body>${html}<p>${LONG}</p></body>`);
	const statement = { content: quote, language: "en" };
	const page = indexPage(text, "en", borders);
	const found = selectPassages(page, [quote]).some(
		(passage) => checkQuote(quote, passage, statement, { title: "", language: "en" }).ok,
	);
	expect(isOnPage(quote, text, borders)).toBe(found);
	return found;
}

describe("the borders of a quote", () => {
	const [one, other] = [
		"what the mayor of Springfield took",
		"bribes of 40,000 euros from a builder",
	];
	const quote = `${one} ${other}`;

	it.each([
		["a heading", `<h2>${one}</h2><p>${other}</p>`],
		["a heading with a full stop", `<h2>${one}.</h2><p>${other}</p>`],
		["a paragraph that is a heading", `<p class="title">${one}</p><p>${other}</p>`],
		["a division that is a heading", `<div>${one}</div><div>${other}</div>`],
		["a menu", `<nav><a>${one}.</a></nav><p>${other}</p>`],
		["a list item", `<ul><li>${one}.</li><li>${other}</li></ul>`],
		["a table row", `<table><tr><td>${one}.</td></tr><tr><td>${other}</td></tr></table>`],
		["two boxes", `<button>${one}.</button> <button>${other}</button>`],
		["two articles", `<article>${one}.</article><article>${other}</article>`],
		["a definition", `<dl><dt>${one}.</dt><dd>${other}</dd></dl>`],
		["a caption", `<figure><figcaption>${one}.</figcaption></figure><p>${other}</p>`],
	])("are at %s", (_, html) => {
		expect(isQuoted(html, quote)).toBe(false);
	});

	it.each([
		["one paragraph", `<p>${one} ${other}</p>`],
		["a line break", `<p>${one}<br>${other}</p>`],
		["neighbouring paragraphs", `<p>${one}.</p><p>${other}</p>`],
		["a paragraph with a mark of doubt", `<p>${one}.<sup>[who?]</sup></p><p>${other}</p>`],
		["neighbouring divisions", `<div>${one}:</div><div>${other}</div>`],
		["inline elements", `<p>${one} <b>${other}</b></p>`],
	])("are not in %s", (_, html) => {
		expect(isQuoted(html, html.includes("[who?]") ? `${one}.[who?] ${other}` : quote)).toBe(true);
	});

	it("are kept with the passage and count from the page's start", () => {
		const { text, borders } = readHtml(`<h1>Harbours</h1><p>${LONG}</p><h2>Ships</h2><p>${LONG}`);
		expect(borders).toEqual([8, 9 + LONG.length, 15 + LONG.length]);
		for (const at of borders) expect(text[at]).toBe("\n");
	});
});

describe("hasMarkOfDoubt", () => {
	it.each([
		...["months.[citation needed]", "told[failed verification].", "town[disputed]", "man[who?]"],
		...["mois[réf. nécessaire]", "meses[cita requerida]", "mesi[senza fonte]", "癌[要出典]。"],
		...[
			"месяц[источник не указан 12 дней]",
			"ay[kaynak belirtilmeli]",
			"月[來源請求]",
			"월[출처 필요]",
		],
		...["meses[carece de fontes]", "maand[bron?]", "شهر[بحاجة لمصدر]", "rok[potrzebny przypis]"],
	])("finds %s", (text) => {
		expect(hasMarkOfDoubt(text)).toBe(true);
	});

	it.each(["he said [laughs]", "colo[u]r", "the[ir] town", "so[sic] it", "x[1]", "a[n + 1] b"])(
		"finds none in %s",
		(text) => {
			expect(hasMarkOfDoubt(text)).toBe(false);
		},
	);
});
