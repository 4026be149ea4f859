import { describe, expect, it } from "vitest";
import { publicationDate } from "#features/evidence/publication-date.ts";
import { readHtml } from "#features/evidence/read-html.ts";
import { readDay } from "#features/evidence/written-day.ts";

const TODAY = "2026-03-01";
const PLAIN = "https://example.org/a";

describe("publicationDate", () => {
	const json_ld =
		'<script type="application/ld+json">{"datePublished":"2024-01-01T23:00:00-05:00"}</script>';
	const meta = '<meta property="article:published_time" content="2024-01-02">';
	const time =
		'<time class="entry-date" datetime="2024-01-03T10:00">x</time><time datetime="2024-02-03">y</time>';
	const dated = "https://example.com/2024/01/02/a";
	const dateOf = (html: string, url = PLAIN, api: string | null = null) =>
		publicationDate(url, readHtml(html), api, TODAY);

	it.each([
		["/local/2020-02/19/c_11.htm", "2020-02-19"],
		["/meldungen/29-10-2021", "2021-10-29"],
		["/newsroom/23-01-2022-dorothea-gewinnt", "2022-01-23"],
		["/artikel/bericht_vom_22.04.2020_zur_lage", "2020-04-22"],
		["/artikel/02-01-2022-land", null],
		["/artikel/20200428/land", null],
		["/artikel/31-02-2022-land", null],
		["/version/13-14.05.2020", null],
	])("reads the path %s as %s", (path, published_at) => {
		expect(dateOf("", `https://example.org${path}`).published_at).toBe(published_at);
	});

	it.each([
		["La perte des terres fertiles | DW | 23.05.2011", "2011-05-23"],
		["23.01.2022 - The race in the hills", "2022-01-23"],
		["The race of 23.01.2022 - Harbour Times", null],
		["23.01.2022", null],
		["23.01.2022 - 24.01.2022 - Harbour Times", null],
	])("reads the title %s as %s", (title, published_at) => {
		expect(dateOf(`<title>${title}</title>`).published_at).toBe(published_at);
	});

	it.each([
		["de", "2021-11-04T23:00Z", "2021-11-05"],
		["de", "2021-07-04T22:00:00Z", "2021-07-05"],
		["de", "2021-07-04T23:00:00Z", "2021-07-04"],
		["ja", "2021-11-04T15:00:00.000Z", "2021-11-05"],
		["de", "2021-11-04T23:00:30Z", "2021-11-04"],
		["de", "2021-11-04T23:00:00+01:00", "2021-11-04"],
		["en", "2021-11-04T05:00:00Z", "2021-11-04"],
		["xx", "2021-11-04T23:00:00Z", "2021-11-04"],
	])("takes midnight where a language (%s) is spoken for a day: %s", (lang, time, day) => {
		const html = `<html lang="${lang}"><meta property="article:published_time" content="${time}">`;
		expect(dateOf(html).published_at).toBe(day);
	});

	it("takes no day for the page's only one beside another that can be read in two ways", () => {
		const list = (...days: string[]) =>
			days.map((day) => `<p><span class="post-date">${day}</span></p>`).join("");
		expect(dateOf(list("20/06/2019")).published_at).toBe("2019-06-20");
		expect(dateOf(list("09/09/2019", "05/07/2019", "20/06/2019")).published_at).toBeNull();
		expect(dateOf(list("05/07/2019")).published_at).toBeNull();
	});

	it("follows the order API, JSON-LD, meta, time element, path", () => {
		const all = json_ld + meta + time;
		expect(dateOf(all, dated, "2023-12-31T10:00:00Z")).toEqual({
			published_at: "2023-12-31",
			published_by: "api",
		});
		expect(dateOf(all, dated)).toEqual({ published_at: "2024-01-01", published_by: "json_ld" });
		expect(dateOf(meta + time, dated)).toEqual({
			published_at: "2024-01-02",
			published_by: "meta",
		});
		expect(dateOf(time, dated)).toEqual({ published_at: "2024-01-03", published_by: "time" });
		expect(dateOf("", dated)).toEqual({ published_at: "2024-01-02", published_by: "path" });
		expect(dateOf("")).toEqual({ published_at: null, published_by: null });
	});

	it("falls through to the next rule if one yields an impossible day", () => {
		for (const wrong of ["2026-03-03", "2024-02-30", "1024-01-01", "yesterday", "2024"])
			expect(dateOf(json_ld.replace(/2024-01-01.{15}/, wrong) + meta)).toEqual({
				published_at: "2024-01-02",
				published_by: "meta",
			});
		expect(dateOf("", PLAIN, "2026-03-02").published_at).toBe("2026-03-02");
	});

	it.each([
		['<p itemprop="datePublished" content="2024-05-31">', "time"],
		['<div itemprop="datePublished">31.05.2024 11:43</div>', "time"],
		['<abbr class="published" title="2024-05-31T10:52">x</abbr>', "time"],
		[
			'<article><time datetime="2024-05-31">x</time></article><time datetime="2024-05-31T9:00">',
			"time",
		],
		['<span class="newsdatum">May 31, 2024</span>', "time"],
		["<h1>Tides</h1><p>Berlin, 31. Mai 2024</p>", "text"],
		[
			'<script type="application/ld+json">{"a":"\n", "datePublished": "2024-05-31", }</script>',
			"json_ld",
		],
		['<meta name="pubdate" content="31.05.2024 10:19">', "meta"],
	])("finds the date in %s", (html, published_by) => {
		expect(dateOf(html)).toEqual({ published_at: "2024-05-31", published_by });
	});

	it.each([
		'<article><time datetime="2024-05-31">x</time></article><time datetime="2024-06-01">',
		"<h1>Tides</h1><p>05/06/2024</p>",
		'<span class="event-date">31.05.2024</span>',
		`<h1>Tides</h1><p>${"a ".repeat(60)}31.05.2024</p>`,
		"<h1>Toll</h1><p>From 31 May 2024 the toll for cars on the bridge rises from 3 to 5 crowns.</p>",
	])("finds no date in %s", (html) => {
		expect(dateOf(html).published_at).toBeNull();
	});

	it("takes the local day of an instant in UTC, and the path's if metadata is far from it", () => {
		const dated = "https://example.com/2024/01/04/a";
		const utc = '<meta name="pubdate" content="2024-01-03T23:10:00Z">';
		expect(dateOf(utc).published_at).toBe("2024-01-03");
		expect(dateOf(utc, dated)).toEqual({ published_at: "2024-01-04", published_by: "path" });
		const morning = utc.replace("T23", "T05");
		expect(dateOf(morning, dated)).toEqual({ published_at: "2024-01-03", published_by: "meta" });
		const renewed = utc.replace("2024", "2025");
		expect(dateOf(renewed, dated).published_at).toBeNull();
		const witness = '<time datetime="2024-01-04">x</time>';
		expect(dateOf(renewed + witness, dated)).toEqual({
			published_at: "2024-01-04",
			published_by: "path",
		});
	});

	it("knows no date where readers see another day than metadata declares", () => {
		const shown = (day: string) => [
			`<time datetime="${day}">x</time>`,
			`<h1>Tides</h1><p>Berlin, ${day}</p>`,
		];
		for (const declared of [json_ld, meta]) {
			for (const html of shown("2024-03-05")) {
				expect(dateOf(declared + html).published_at).toBeNull();
				expect(dateOf(html).published_at).toBe("2024-03-05");
			}
			for (const html of shown("2024-01-02"))
				expect(dateOf(declared + html).published_at).not.toBeNull();
		}
	});

	const linked = (data: unknown) =>
		`<script type="application/ld+json">${JSON.stringify(data)}</script>`;
	const article = { "@type": "NewsArticle", datePublished: "2024-05-31" };

	it.each([
		[
			[
				{ ...article, url: "https://example.org/other", datePublished: "2019-01-01" },
				{ ...article, url: PLAIN },
			],
		],
		[
			[
				{ "@type": "Claim", datePublished: "2016-02-03" },
				{ "@type": "ClaimReview", datePublished: "2024-05-31" },
			],
		],
		[{ "@graph": [{ "@type": "Event", datePublished: "2016-02-03" }, article] }],
		[{ ...article, comment: [{ "@type": "Comment", datePublished: "2024-06-09" }] }],
		[{ "@type": "WebPage", datePublished: "2020-01-01", mainEntity: article }],
		[{ ...article, datePublished: ["2024-05-31", "2024-06-02"] }],
		[{ ...article, datePublished: { "@type": "Date", "@value": "2024-05-31" } }],
		[{ ...article, datePublished: "2024&#45;05&#x2d;31" }],
		[
			[
				{ ...article, "@id": `${PLAIN}#article` },
				{ ...article, url: "https://example.org/b", datePublished: "2020-02-02" },
			],
		],
	])("takes the date of the node that is the page: %j", (data) => {
		expect(dateOf(linked(data))).toEqual({ published_at: "2024-05-31", published_by: "json_ld" });
	});

	it.each(["What happened after 9 November 1989", "9 November 2009, Berlin"])(
		"keeps the declared date beside a day that the page tells of: %s",
		(line) => {
			const html = `${linked(article)}<h1>The wall</h1><p>${line}</p>`;
			expect(dateOf(html, "https://example.org/sport/19450512").published_at).toBe("2024-05-31");
		},
	);

	it.each([
		"<div>Thursday, 26 February 2026</div><h1>The town</h1>",
		'<header class="masthead"><time datetime="2026-02-26">x</time></header><h1>The town</h1>',
		"<h1>Fall of the wall</h1><p>9 November 1989, Berlin</p>",
		"<h1>Festival</h1><p>14 June 2025, 18:00, town hall</p>",
		"<h1>Ann Miller</h1><p>9 November 1981</p>",
		'<h1>Tides</h1><div class="comments"><time datetime="2024-06-01">x</time></div>',
		'<h1>Tides</h1><ul id="related-stories"><li><time datetime="2024-06-01">x</time></li></ul>',
		'<div id="wm-ipp-base"><time datetime="2024-06-01">x</time></div><h1>Tides</h1>',
	])("takes no day of something else: %s", (html) => {
		expect(dateOf(html).published_at).toBeNull();
		expect(dateOf("", "https://example.org/football/19450512").published_at).toBeNull();
	});

	it("takes the day below the headline for the local one of an instant", () => {
		const html = `${linked({ ...article, datePublished: "2024-05-31T20:00:00Z" })}<h1>Tides</h1><p>Stand: 01.06.2024</p>`;
		expect(dateOf(html)).toEqual({ published_at: "2024-06-01", published_by: "text" });
	});

	it.each([
		["2024-05-31", "2024-05-31"],
		["2024-05-31T23:59:59.000+02:00", "2024-05-31"],
		["2024/5/3", "2024-05-03"],
		["20240531", "2024-05-31"],
		["20240531T101010Z", "2024-05-31"],
		["2024-5-31", "2024-05-31"],
		["2024-05", null],
		["2024", null],
		["31.05.2024", null],
		["2024-13-01", null],
		["202405311", null],
	])("reads the day of %s as %s", (text, day) => {
		expect(readDay(text)).toBe(day);
	});
});
