import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
	canonicalPlainText,
	contentHash,
	MAX_TEXT_CHARS,
} from "#features/evidence/canonical-text.ts";
import { decodePage } from "#features/evidence/decode-page.ts";
import { readHtml } from "#features/evidence/read-html.ts";
import { findTextProblem } from "#features/evidence/walls.ts";

const textOf = (body: string) => readHtml(`<body>${body}</body>`).text;

describe("readHtml text", () => {
	it.each([
		["one space for a run of whitespace", "a \n\t\u00a0 b", "a b"],
		["a line break after a block", "<p>a</p><p>b</p>", "a\nb"],
		["a line break before a block", "a<p>b", "a\nb"],
		["a line break for <br>", "a<br>b<br/>c</br>d", "a\nb\nc\nd"],
		["no empty lines", "<div><p>a</p> <p> </p><p>b</p></div>", "a\nb"],
		["no spaces next to line breaks", "<p> a </p> <p> b </p>", "a\nb"],
		[
			"a tab between the cells of a row",
			"<table><tr><th>x<td>1</td><td>2</td></tr><tr><td>3<td>4</table>",
			"x\t1\t2\n3\t4",
		],
		["no break in an inline element", "a<b>b</b>c <i>d</i>", "abc d"],
		["decoded entities", "&amp;&#8217;&eacute;&nbsp;&lt;b&gt;", "&’é <b>"],
		["composed letters", "e\u0301", "é"],
		[
			"at most thirty combining marks in a row",
			`x${"\u0331".repeat(50)}y`,
			`x${"\u0331".repeat(30)}y`,
		],
		["no NUL", "a\0b", "ab"],
	])("has %s", (_, body, text) => {
		expect(textOf(body)).toBe(text);
	});

	it.each([
		"<script>seen()</script>",
		"<style>.seen{}</style>",
		"<template><p>seen</p></template>",
		"<svg><title>seen</title><text>seen</text></svg>",
		"<iframe>seen</iframe>",
		"<div hidden><p>seen <b>seen</b></p></div>",
		'<div hidden="until-found">seen</div>',
		'<span aria-hidden="true">seen</span>',
		'<span aria-hidden=" TRUE ">seen</span>',
		"<!-- seen -->",
		'<div style="display:none"><p>seen</p></div>',
		'<p STYLE="color: red; Display : NONE !important">seen</p>',
		'<p style="visibility:hidden">seen</p>',
		'<p style="opacity:0.0;color:red">seen</p>',
		'<p style="font-size:0px">seen</p>',
		'<div style="height:0;overflow:hidden">seen</div>',
		'<div style="max-width: 0; overflow: clip">seen</div>',
		"<title>seen</title>",
	])("leaves out content that is not rendered: %s", (hidden) => {
		expect(textOf(`<p>before</p>${hidden}<p>after</p>`)).toBe("before\nafter");
	});

	it("keeps content that only seems hidden", () => {
		expect(textOf('<p aria-hidden="false">a</p>')).toBe("a");
		expect(textOf("<p hidden>a</p>b")).toBe("b");
		// A void element has no content to hide.
		expect(textOf("<input hidden>a")).toBe("a");
		for (const style of [
			"display:none;display:block",
			"opacity:0.5",
			"font-size:0.9em",
			"height:0",
			"overflow:hidden;height:10px",
			"background:url(none.png)",
		])
			expect(textOf(`<p style="${style}">a</p>`)).toBe("a");
		// A script shows the whole page once it is ready.
		expect(readHtml('<html style="opacity:0"><body style="display:none">a').text).toBe("a");
	});

	it("has the letters of ruby text without their readings", () => {
		const ruby =
			"<ruby>災害<rp>(</rp><rt>さいがい</rt><rp>)</rp></ruby>に<ruby>漢<rt>かん字<rt>じ</ruby>";
		expect(textOf(ruby)).toBe("災害に漢");
	});

	it.each([
		['night.<sup id="c1"><a href="#n1">[1]</a></sup> It', "night. It"],
		['night<sup class="reference"><a href="#n"><span>[</span>a<span>]</span></a></sup>.', "night."],
		['night.<sup><a href="#1">[1]</a>, <a href="#2">[2]</a></sup> It', "night. It"],
		['night.<a href="#n1"><sup>[12]</sup></a> It', "night. It"],
		["10<sup>5</sup> m<sup>[2]</sup>", "10^5 m"],
		// No footnote signs.
		['the <sup><a href="/1">1st</a></sup> of May', "the 1st of May"],
		['see <a href="#n1">[1]</a>', "see [1]"],
	])("has no footnote signs: %s", (html, text) => {
		expect(textOf(html)).toBe(text);
	});

	it("has the text for readers without scripts only if the rest is too short to quote from", () => {
		const noscript = "<noscript><p>An article <b>for</b> all.</p></noscript>";
		expect(textOf(`<p>before</p>${noscript}<p>after</p>`)).toBe(
			"before\nAn article for all.\nafter",
		);
		const long = "b".repeat(400);
		expect(textOf(`<p>${long}</p>${noscript}<p>after</p>`)).toBe(`${long}\nafter`);
		expect(textOf(`<noscript hidden>${noscript}</noscript>a`)).toBe("a");
	});

	it("accepts a page without a body and one that is cut off", () => {
		expect(readHtml("<p>a<p>b").text).toBe("a\nb");
		expect(readHtml("<html><body><p>a<div>b</d").text).toBe("a\nb");
	});

	it("stops at the character limit without splitting a character", () => {
		const text = textOf(`${"a".repeat(MAX_TEXT_CHARS - 1)}😀😀`);
		expect(text).toBe("a".repeat(MAX_TEXT_CHARS - 1));
	});

	it("stops where elements are nested too deeply", () => {
		const page = readHtml(`<p>first</p>${"<div>x".repeat(200_000)}`);
		expect(page.text.startsWith("first\nx\nx")).toBe(true);
		expect(page.text.split("\n").length).toBeLessThan(5_000);
	});

	it("has a SHA-256 hash of its UTF-8 bytes", () => {
		const bytes = Buffer.from("Größe", "utf8");
		expect(contentHash("Größe")).toBe(createHash("sha256").update(bytes).digest("hex"));
	});

	it("joins the lines of plain text into paragraphs", () => {
		expect(canonicalPlainText("a b\r\nc\r\n\r\n d\n \n\n e ").text).toBe("a b c\nd\ne");
	});
});

describe("readHtml metadata", () => {
	it("contains title, language, meta tags, linked data and time", () => {
		const page = readHtml(`<html lang="en_gb"><head>
			<title>A &amp; B</title>
			<meta property="Article:Published_Time" content=" 2024-05-31 ">
			<meta name="article:published_time" content="1999-01-01">
			<script type="application/ld+json">{"@graph":[
				{"@type":["schema:NewsArticle"],"datePublished":"2024-05-30"},
				{"@type":"https://schema.org/Person"}]}</script>
			<script type="application/ld+json">{ broken </script>
			</head><body><time datetime="2001-01-01">x</time>
			<article><time datetime="2024-05-29">y</time></article>`);
		expect(page).toMatchObject({
			title: "A & B",
			language: "en-gb",
			dates: { marked: null, single: null },
			linked_data: {
				types: new Set(["NewsArticle", "Person"]),
				published: [{ published: "2024-05-30", urls: [], rank: "article" }],
			},
		});
		expect(page.linked_data.own_types).toEqual(new Set(["NewsArticle", "Person"]));
		expect(page.meta.get("article:published_time")).toBe("2024-05-31");
	});

	it("prefers og:title, and has no language if none is valid", () => {
		const page = readHtml(
			'<title>x | Site</title><meta property="og:title" content="x"><svg><title>z</title></svg>',
		);
		expect(page).toMatchObject({ title: "x", language: null });
		expect(readHtml('<html lang="<script>">').language).toBeNull();
	});
});

describe("decodePage", () => {
	const latin = new Uint8Array([0x63, 0x61, 0x66, 0xe9]);
	const utf8 = new TextEncoder().encode("café");
	const meta = (label: string, bytes: Uint8Array) =>
		Buffer.concat([Buffer.from(`<meta charset="${label}">`), bytes]);

	it.each<[string, Uint8Array, string, string]>([
		["the header", latin, "text/html; charset=ISO-8859-1", "café"],
		["the header rather than the page", meta("utf-8", latin), "text/html;charset=latin1", "café"],
		["the page", meta("windows-1252", latin), "text/html", "café"],
		[
			"the page's http-equiv",
			Buffer.concat([
				Buffer.from('<meta http-equiv="content-type" content="text/html; charset=iso-8859-1">'),
				latin,
			]),
			"text/html",
			"café",
		],
		[
			"the page's within its first 8 KB",
			Buffer.concat([Buffer.from(`<script>${" ".repeat(8_000)}</script>`), meta("latin1", latin)]),
			"text/html",
			"café",
		],
		["UTF-8 by default", utf8, "text/html", "café"],
		["UTF-8 if the label is unknown", utf8, "text/html; charset=nonsense", "café"],
		["UTF-8 if a page in ASCII bytes claims UTF-16", meta("utf-16", utf8), "", "café"],
		[
			"the byte order mark rather than the header",
			new Uint8Array([0xef, 0xbb, 0xbf, ...utf8]),
			"text/html; charset=latin1",
			"café",
		],
		[
			"a UTF-16 byte order mark",
			new Uint8Array([0xff, 0xfe, 0x63, 0, 0x61, 0, 0x66, 0, 0xe9, 0]),
			"text/html",
			"café",
		],
		[
			"Shift JIS in the header",
			new Uint8Array([0x93, 0xfa, 0x96, 0x7b]),
			"text/html; charset=shift_jis",
			"日本",
		],
	])("uses %s", (_, bytes, content_type, text) => {
		expect(decodePage(bytes, content_type).endsWith(text)).toBe(true);
	});
});

describe("findTextProblem", () => {
	const article = "The river rose by two metres in a night. ".repeat(20);

	it("rejects a text that is too short to quote from", () => {
		expect(findTextProblem("x".repeat(399))).toBe("too_little_text");
		expect(findTextProblem("x".repeat(400))).toBeNull();
	});

	it.each([
		"Verify you are human to continue.",
		"Please enable JavaScript and cookies.",
		"Just a moment... Checking your browser before you go on.",
		"You don’t have permission to access this server.",
		"Bitte aktivieren Sie JavaScript.",
		"We have noticed unusual activity.",
		"Before you continue, accept cookies of our partners.",
		"Log in to continue.",
		"The page you are looking for does not exist.",
	])("rejects a page that has little but the message of a wall: %s", (phrase) => {
		const menu = "News\nSport\n".repeat(50);
		expect(findTextProblem(`${menu}${phrase}\n${menu}`)).toBe("blocked");
		expect(findTextProblem(menu, { title: phrase })).toBe("blocked");
		expect(findTextProblem(`${phrase}\n${article}`)).toBeNull();
		expect(findTextProblem(article, { title: "What the river did at night" })).toBeNull();
	});

	it("rejects a page that tells nothing beside menus, in any language and words", () => {
		const menu = "News\nSport\nAbout us\n".repeat(50);
		const unknown = "Ce texte est pour ceux qui nous soutiennent depuis longtemps.";
		expect(findTextProblem(`${menu}${unknown}\n${menu}`)).toBe("too_little_text");
		expect(findTextProblem(`${menu}${article}\n${menu}`)).toBeNull();
	});

	it("takes a table for what a page tells, however short its rows are", () => {
		expect(findTextProblem("Oslo\t709,037\nBergen\t291,189\n".repeat(20))).toBeNull();
	});

	it("takes a long paragraph for prose, whatever it mentions", () => {
		expect(findTextProblem(`${article}The article was removed. ${article}`)).toBeNull();
	});
});
