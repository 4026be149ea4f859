import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
	canonicalPlainText,
	contentHash,
	findTextProblem,
	MAX_TEXT_CHARS,
} from "#features/evidence/canonical-text.ts";
import { decodePage } from "#features/evidence/decode-page.ts";
import { readHtml } from "#features/evidence/read-html.ts";

const textOf = (body: string) => readHtml(`<body>${body}</body>`).text;

describe("canonical text of a page", () => {
	it.each([
		["one space for a run of white space", "a \n\t\u00a0 b", "a b"],
		["a line end after a block", "<p>a</p><p>b</p>", "a\nb"],
		["a line end before a block", "a<p>b", "a\nb"],
		["a line end for <br>", "a<br>b<br/>c</br>d", "a\nb\nc\nd"],
		["no empty lines", "<div><p>a</p> <p> </p><p>b</p></div>", "a\nb"],
		["no spaces beside line ends", "<p> a </p> <p> b </p>", "a\nb"],
		[
			"a tab between the cells of a row",
			"<table><tr><th>x<td>1</td><td>2</td></tr><tr><td>3<td>4</table>",
			"x\t1\t2\n3\t4",
		],
		["no break in an inline element", "a<b>b</b>c <i>d</i>", "abc d"],
		["decoded entities", "&amp;&#8217;&eacute;&nbsp;&lt;b&gt;", "&’é <b>"],
		["composed letters", "e\u0301", "é"],
		[
			"thirty combining marks of a run",
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
		"<noscript><p>seen</p></noscript>",
		"<template><p>seen</p></template>",
		"<svg><title>seen</title><text>seen</text></svg>",
		"<iframe>seen</iframe>",
		"<div hidden><p>seen <b>seen</b></p></div>",
		'<div hidden="until-found">seen</div>',
		'<span aria-hidden="true">seen</span>',
		'<span aria-hidden=" TRUE ">seen</span>',
		"<!-- seen -->",
		"<title>seen</title>",
	])("leaves out what no reader sees: %s", (hidden) => {
		expect(textOf(`<p>before</p>${hidden}<p>after</p>`)).toBe("before\nafter");
	});

	it("keeps what only seems to be hidden", () => {
		expect(textOf('<p aria-hidden="false">a</p>')).toBe("a");
		expect(textOf("<p hidden>a</p>b")).toBe("b");
		// A void element has no inside that could be hidden.
		expect(textOf("<input hidden>a")).toBe("a");
	});

	it("reads a page without a body, and one that breaks off", () => {
		expect(readHtml("<p>a<p>b").text).toBe("a\nb");
		expect(readHtml("<html><body><p>a<div>b</d").text).toBe("a\nb");
	});

	it("stops at the most characters, between two of them", () => {
		const text = textOf(`${"a".repeat(MAX_TEXT_CHARS - 1)}😀😀`);
		expect(text).toBe("a".repeat(MAX_TEXT_CHARS - 1));
	});

	it("stops where elements nest deeper than pages do", () => {
		const page = readHtml(`<p>first</p>${"<div>x".repeat(200_000)}`);
		expect(page.text.startsWith("first\nx\nx")).toBe(true);
		expect(page.text.split("\n").length).toBeLessThan(5_000);
	});

	it("is hashed as UTF-8", () => {
		const bytes = Buffer.from("Größe", "utf8");
		expect(contentHash("Größe")).toBe(
			createHash("sha256").update(bytes).digest("hex"),
		);
	});

	it("joins the lines of a plain text to paragraphs", () => {
		expect(canonicalPlainText("a b\r\nc\r\n\r\n d\n \n\n e ")).toBe(
			"a b c\nd\ne",
		);
	});
});

describe("what a page says of itself", () => {
	it("is its title, language, meta tags, linked data and time", () => {
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
			time: "2024-05-29",
			linked_data: {
				types: new Set(["NewsArticle", "Person"]),
				published: "2024-05-30",
			},
		});
		expect(page.meta.get("article:published_time")).toBe("2024-05-31");
	});

	it("prefers the title made for sharing, and knows no language if none is named", () => {
		const page = readHtml(
			'<title>x | Site</title><meta property="og:title" content="x"><svg><title>z</title></svg>',
		);
		expect(page).toMatchObject({ title: "x", language: null });
		expect(readHtml('<html lang="<script>">').language).toBeNull();
	});
});

describe("the encoding of a page", () => {
	const latin = new Uint8Array([0x63, 0x61, 0x66, 0xe9]);
	const utf8 = new TextEncoder().encode("café");
	const meta = (label: string, bytes: Uint8Array) =>
		Buffer.concat([Buffer.from(`<meta charset="${label}">`), bytes]);

	it.each<[string, Uint8Array, string, string]>([
		["the header", latin, "text/html; charset=ISO-8859-1", "café"],
		[
			"the header before the page",
			meta("utf-8", latin),
			"text/html;charset=latin1",
			"café",
		],
		["the page", meta("windows-1252", latin), "text/html", "café"],
		[
			"the page's http-equiv",
			Buffer.concat([
				Buffer.from(
					'<meta http-equiv="content-type" content="text/html; charset=iso-8859-1">',
				),
				latin,
			]),
			"text/html",
			"café",
		],
		["UTF-8 if nobody says", utf8, "text/html", "café"],
		[
			"UTF-8 if nobody knows what is said",
			utf8,
			"text/html; charset=nonsense",
			"café",
		],
		[
			"UTF-8 if a page of single bytes says UTF-16",
			meta("utf-16", utf8),
			"",
			"café",
		],
		[
			"the byte order mark before all",
			new Uint8Array([0xef, 0xbb, 0xbf, ...utf8]),
			"text/html; charset=latin1",
			"café",
		],
		[
			"a byte order mark of UTF-16",
			new Uint8Array([0xff, 0xfe, 0x63, 0, 0x61, 0, 0x66, 0, 0xe9, 0]),
			"text/html",
			"café",
		],
		[
			"Shift JIS",
			new Uint8Array([0x93, 0xfa, 0x96, 0x7b]),
			"text/html; charset=shift_jis",
			"日本",
		],
	])("is told by %s", (_, bytes, content_type, text) => {
		expect(decodePage(bytes, content_type).endsWith(text)).toBe(true);
	});
});

describe("a page that was not really opened", () => {
	const article = "The river rose by two metres in a night. ".repeat(20);

	it("has too little text to quote from", () => {
		expect(findTextProblem("x".repeat(399))).toBe("too_little_text");
		expect(findTextProblem("x".repeat(400))).toBeNull();
	});

	it.each([
		"Verify you are human to continue.",
		"Please enable JavaScript and cookies.",
		"Just a moment... Checking your browser before you go on.",
		"You don’t have permission to access this server.",
		"Bitte aktivieren Sie JavaScript.",
	])("says so early: %s", (phrase) => {
		expect(findTextProblem(`${phrase} ${article}`)).toBe("blocked");
		expect(findTextProblem(`${article} ${phrase}`)).toBeNull();
	});
});
