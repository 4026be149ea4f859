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
		expect(dateOf(renewed, dated)).toEqual({ published_at: "2024-01-04", published_by: "path" });
		expect(dateOf("", "https://example.com/a/20240104-tides")).toMatchObject({
			published_at: "2024-01-04",
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
