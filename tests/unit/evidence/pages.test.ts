import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
	type ClusteredPage,
	clusterPages,
	isNewerThanVideo,
	passageLikeness,
	transcriptCopies,
} from "#features/evidence/independence.ts";
import { pageKind } from "#features/evidence/page-kind.ts";
import { pageKey, siteOf } from "#features/evidence/page-site.ts";
import { publicationDate, readDay } from "#features/evidence/publication-date.ts";
import { readHtml } from "#features/evidence/read-html.ts";

const TODAY = "2026-03-01";
const PLAIN = "https://example.org/a";

describe("site and key of a page", () => {
	it.each([
		["https://www.nasa.gov/a", "nasa.gov"],
		["https://climate.nasa.gov./", "nasa.gov"],
		["https://news.bbc.co.uk/1", "bbc.co.uk"],
		["https://ada.github.io/", "ada.github.io"],
		["https://bücher.de/", "xn--bcher-kva.de"],
		["http://127.0.0.1:80/", "127.0.0.1"],
		["http://localhost/", "localhost"],
		["no address", ""],
	])("the site of %s is %s", (url, site) => {
		expect(siteOf(url)).toBe(site);
	});

	it.each([
		"https://example.org/a/?utm_source=x&fbclid=1#part",
		"http://www.example.org/a",
		"https://EXAMPLE.org:443/a/",
	])("the key ignores differences of spelling: %s", (url) => {
		expect(pageKey(url)).toBe(pageKey(PLAIN));
	});

	it("keys differ between pages, and addresses that are not pages have none", () => {
		const keys = [PLAIN, `${PLAIN}?id=1`, `${PLAIN}?id=2`, "https://example.org/A"];
		expect(new Set(keys.map(pageKey)).size).toBe(keys.length);
		expect(pageKey(`${PLAIN}?b=2&a=1`)).toBe(pageKey(`${PLAIN}?a=1&b=2`));
		expect(pageKey("javascript:alert(1)")).toBeNull();
		expect(pageKey("example.org")).toBeNull();
	});
});

describe("pageKind", () => {
	it.each([
		["https://de.wikipedia.org/wiki/A", "encyclopedia"],
		["https://www.nasa.gov/", "government"],
		["https://www.ons.gov.uk/", "government"],
		["https://www.insee.gouv.fr/", "government"],
		["https://www.stat.go.jp/", "government"],
		["https://ec.europa.eu/", "government"],
		["https://web.mit.edu/", "academic"],
		["https://www.ox.ac.uk/", "academic"],
		["https://pubmed.ncbi.nlm.nih.gov/1/", "academic"],
		["https://www.snopes.com/fact-check/a", "fact_check"],
		["https://en.wiktionary.org/wiki/a", "reference"],
		["https://www.who.int/", "organisation"],
		["https://example.org/", "organisation"],
		["https://example.com/", "other"],
		["https://notnasa.gov.example.com/", "other"],
		["https://fakewikipedia.org/", "organisation"],
	])("returns the kind of %s: %s", (url, kind) => {
		expect(pageKind(url, null)).toBe(kind);
	});

	it.each([
		['<script type="application/ld+json">{"@type":"NewsArticle"}</script>', "news"],
		['<script type="application/ld+json">{"@type":"ScholarlyArticle"}</script>', "academic"],
		['<script type="application/ld+json">{"@type":"ClaimReview"}</script>', "fact_check"],
		['<meta name="citation_doi" content="10.1/x">', "academic"],
		['<meta property="og:type" content="article">', "other"],
	])("uses the page's metadata only if the host is unknown: %s", (head, kind) => {
		const page = readHtml(head);
		expect(pageKind("https://example.com/a", page)).toBe(kind);
		expect(pageKind("https://www.nasa.gov/a", page)).toBe("government");
	});
});

describe("publicationDate", () => {
	const json_ld =
		'<script type="application/ld+json">{"datePublished":"2024-01-01T23:00:00-05:00"}</script>';
	const meta = '<meta property="article:published_time" content="2024-01-02">';
	const time = '<article><time datetime="2024-01-03T10:00">x</time></article>';
	const dated = "https://example.com/2024/01/04/a";
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
		expect(dateOf("", dated)).toEqual({ published_at: "2024-01-04", published_by: "path" });
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

describe("clusterPages", () => {
	const text = (topic: string) =>
		`The ${topic} was measured by forty stations over twelve years and every one of them found the same result`;
	const page = (id: string, site: string, ...passages: string[]): ClusteredPage => ({
		id,
		site,
		by_member: false,
		passages,
	});
	const added = (...of: Parameters<typeof page>): ClusteredPage => ({
		...page(...of),
		by_member: true,
	});

	it("separates pages of different sites with different words", () => {
		const clusters = clusterPages([
			page("b", "b.org", text("tide")),
			page("a", "a.org", "Something else entirely is said here, in other words."),
			page("c", "a.org", "A third thing."),
		]);
		expect(clusters).toEqual(
			new Map([
				["a", 1],
				["b", 2],
				["c", 1],
			]),
		);
	});

	it("joins pages that share a passage, and the other pages of their sites", () => {
		const copy = `${text("tide")} again`;
		const clusters = clusterPages([
			page("1", "a.org", text("tide")),
			page("2", "b.org", "Quite another thing is told on this page.", copy),
			page("3", "b.org", "And more of the other thing."),
			page("4", "d.org", text("wind").split(" ").reverse().join(" ")),
		]);
		expect(new Set([...clusters.values()]).size).toBe(2);
		expect(clusters.get("3")).toBe(clusters.get("1"));
	});

	it("does not depend on the order of the pages", () => {
		const pages = ["a", "b", "c", "d"].map((id, at) => page(id, `${at % 2}.org`, text(id)));
		expect(clusterPages([...pages].reverse())).toEqual(clusterPages(pages));
	});

	it("lets no page of a member unite two sources", () => {
		const sources = [
			page("s1", "a.org", text("tide")),
			page("s2", "b.org", text("wind").split(" ").reverse().join(" ")),
		];
		const copies = sources.flatMap(({ passages }) => passages);
		expect(clusterPages([...sources, added("m", "m.org", ...copies)])).toEqual(
			new Map([
				["s1", 1],
				["s2", 2],
				["m", 1],
			]),
		);
		// Its id may be the first, and its copies may be on two pages of one site.
		const split = copies.map((copy, at) => added(`a${at}`, "m.org", copy));
		const clusters = clusterPages([...split, ...sources]);
		expect(clusters.get("s1")).not.toBe(clusters.get("s2"));
		expect(clusters.get("a0")).toBe(clusters.get("s1"));
		expect(clusters.get("a1")).toBe(clusters.get("s2"));
	});

	it("numbers members' pages that resemble no source after the sources", () => {
		expect(
			clusterPages([
				added("1", "m.org", "This page says something of its own."),
				added("2", "m.org", "And that page says something else again."),
				page("3", "a.org", text("tide")),
			]),
		).toEqual(
			new Map([
				["3", 1],
				["1", 2],
				["2", 2],
			]),
		);
	});

	/** Texts that have no words in common. */
	const passages = ["tide", "wind", "rain", "snow"].map((topic) =>
		Array.from({ length: 12 }, (_, at) => `${topic}${at}`).join(" "),
	);
	const anyPages = fc.uniqueArray(
		fc.record({
			id: fc.string({ minLength: 1, maxLength: 4 }),
			site: fc.constantFrom("a.org", "b.org", "c.org", "d.org", "e.org"),
			by_member: fc.boolean(),
			passages: fc.subarray(passages, { minLength: 1 }),
		}),
		{ selector: ({ id }) => id, maxLength: 8 },
	);

	it("gives sources the clusters that they have without members' pages, in any order", () => {
		fc.assert(
			fc.property(anyPages, fc.infiniteStream(fc.nat()), (pages, order) => {
				const clusters = clusterPages(pages);
				const sources = pages.filter(({ by_member }) => !by_member);
				for (const [id, cluster] of clusterPages(sources)) expect(clusters.get(id)).toBe(cluster);
				const shuffled = pages
					.map((it) => ({ it, key: order.next().value ?? 0 }))
					.sort((a, b) => a.key - b.key)
					.map(({ it }) => it);
				expect(clusterPages(shuffled)).toEqual(clusters);
				expect(clusters.size).toBe(pages.length);
			}),
			{ numRuns: 300, seed: 1 },
		);
	});

	it.each([
		["the same", text("tide"), text("tide"), 1, 1],
		[
			"in another case and punctuation",
			text("tide"),
			text("tide").toUpperCase().replaceAll(" ", ", "),
			1,
			1,
		],
		[
			"half of it",
			text("tide"),
			`${text("tide")} ${text("tide").split(" ").reverse().join(" ")}`,
			0.3,
			0.7,
		],
		["the same words in another order", "a b c d e f g h", "h g f e d c b a", 0, 0],
		["nothing", "", "", 0, 0],
		[
			"the same in a script without spaces",
			"蜂蜜在密封的罐子里可以保存",
			"蜂蜜在密封的罐子里可以保存",
			1,
			1,
		],
	])("compares passages by runs of five words: %s", (_, a, b, low, high) => {
		const likeness = passageLikeness(a, b);
		expect(likeness).toBeGreaterThanOrEqual(low);
		expect(likeness).toBeLessThanOrEqual(high);
	});

	it.each([
		["is dated before it", "2024-05-01", PLAIN, "2024-05-02", false],
		["is dated on its day", "2024-05-02", PLAIN, "2024-05-02", false],
		["is dated after it", "2024-05-03", PLAIN, "2024-05-02", true],
		["has no date", null, PLAIN, "2024-05-02", false],
		["is dated, and the video is not", "2024-05-03", PLAIN, null, false],
		[
			"is a revision after it",
			"2024-05-03",
			"https://en.wikipedia.org/w/index.php?oldid=7",
			"2024-05-02",
			false,
		],
	])(
		"knows whether a page is newer than the video if it %s",
		(_, published_at, final_url, said_on, newer) => {
			expect(isNewerThanVideo({ published_at, final_url }, said_on)).toBe(newer);
		},
	);

	it("recognises copies of the video's transcript", () => {
		const isCopy = transcriptCopies(`hello everybody ${text("tide")} thanks`);
		expect(isCopy(text("TIDE"))).toBe(true);
		expect(isCopy("The tide was measured, and the stations disagree.")).toBe(false);
		expect(isCopy("")).toBe(false);
	});
});
