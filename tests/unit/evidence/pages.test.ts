import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
	type ClusteredPage,
	clusterPages,
	isNewerThanVideo,
	transcriptCopies,
} from "#features/evidence/independence.ts";
import { pageKind } from "#features/evidence/page-kind.ts";
import { siteOf } from "#features/evidence/page-site.ts";
import { readHtml } from "#features/evidence/read-html.ts";
import { siteKind } from "#features/evidence/site-kind.ts";
import { pageKey } from "#text/page-key.ts";

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
		["https://web.archive.org/web/20200101000000/https://www.nasa.gov/a", "nasa.gov"],
		["https://archive.ph/2020.01.01-120000/https://news.bbc.co.uk/1", "bbc.co.uk"],
		["https://archive.org/download/12345/report.pdf", "archive.org"],
	])("the site of %s is %s", (url, site) => {
		expect(siteOf(url)).toBe(site);
	});

	it.each([
		"https://example.org/a/?utm_source=x&fbclid=1#part",
		"http://www.example.org/a",
		"https://EXAMPLE.org:443/a/",
		"https://web.archive.org/web/2020/example.org/a",
		"https://web.archive.org/web/20200101000000id_/http:/www.example.org/a?utm_source=x",
		"https://archive.today/newest/https%3A%2F%2Fexample.org%2Fa",
		"https://web.archive.org/web/2020/https://archive.is/20190101/https://example.org/a",
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
		["https://www.parliament.nz/en/pb/", "government"],
		["https://www.england.nhs.uk/statistics/", "government"],
		["https://ci.portland.or.us/", "government"],
		["https://www.vlada.gov.cz/", "government"],
		["https://www.usp.ac.fj/", "academic"],
		["https://www.otago.ac.nz/", "academic"],
		["https://www.example.go.it/", "other"],
		["https://jamanetwork.com/journals/jama/fullarticle/1", "academic"],
		["https://www.cambridge.org/core/journals/a", "academic"],
		["https://dictionary.cambridge.org/dictionary/english/fact", "reference"],
		["https://journals.example.com/doi/full/10.1000/182", "academic"],
		["https://www.nytimes.com/2024/05/01/us/a.html", "news"],
		["https://www.nytimes.com/2024/05/01/us/fact-check-debate.html", "fact_check"],
		["https://en.wikipedia.org/wiki/Fact-checking", "encyclopedia"],
		["https://www.example.com/faktencheck/eier-123.html", "fact_check"],
		["https://verifica.example.com/a", "fact_check"],
		["https://example.com/verifica/a", "fact_check"],
		["https://example.com/como-se-verifica-un-coche", "other"],
		["https://example.com/factcheckered-shirts", "other"],
		["https://example.com/Verificaci%C3%B3n/a", "fact_check"],
		["https://www.reddit.com/r/askscience/", "social"],
		["https://m.facebook.com/factcheck/posts/1", "social"],
		["https://netflix.com/", "other"],
		["https://web.archive.org/web/2020/https://www.nasa.gov/a", "government"],
		["https://archive.ph/20200101000000/https://x.com/a/status/1", "social"],
	])("returns the kind of %s: %s", (url, kind) => {
		expect(pageKind(url, null)).toBe(kind);
	});

	it.each([
		['<script type="application/ld+json">{"@type":"NewsArticle"}</script>', "news"],
		['<script type="application/ld+json">{"@type":"ScholarlyArticle"}</script>', "academic"],
		['<script type="application/ld+json">{"@type":"ClaimReview"}</script>', "fact_check"],
		['<meta name="citation_doi" content="10.1/x">', "academic"],
		['<meta name="news_keywords" content="election">', "news"],
		[
			'<script type="application/ld+json">{"@type":"Article","publisher":{"@type":"NewsMediaOrganization"}}</script>',
			"news",
		],
		['<script type="application/ld+json">{"@type":"DiscussionForumPosting"}</script>', "social"],
		['<meta property="og:type" content="article">', "other"],
	])("uses the page's metadata only if the host is unknown: %s", (head, kind) => {
		const page = readHtml(head);
		expect(pageKind("https://example.com/a", page)).toBe(kind);
		expect(pageKind("https://www.nasa.gov/a", page)).toBe("government");
	});

	it("tells a kind that nobody can claim from one that a page gives itself", () => {
		for (const url of ["https://www.nasa.gov/a", "https://apnews.com/fact-check-a"])
			expect(siteKind(url)).toBe(pageKind(url, null));
		for (const url of [
			"https://example.com/fact-check/a",
			"https://factcheck.example.com/",
			"https://example.com/doi/10.1000/182",
			"https://example.org/",
			"https://anyone.edu.pl/",
			"https://anyone.ac.nz/",
			"https://anyone.ac.eu/",
			"https://anyone.gov.eu/",
		])
			expect(siteKind(url)).toBeNull();
	});
});

describe("clusterPages", () => {
	const text = (topic: string) =>
		`The ${topic} was measured by forty stations over twelve years. Every one of them found the same result, and no other method that was tried since then came to another one.`;
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

	const many = (from: number, to: number) =>
		Array.from({ length: to - from }, (_, at) =>
			[...String(from + at)].map((digit) => "abcdefghij"[Number(digit)]).join(""),
		).join(" ");
	const honey = "蜂蜜在密封的罐子里可以保存很多年而不会变质因为它的水分很少";
	it.each<[string, string, string, number]>([
		["the same", text("tide"), text("tide"), 1],
		[
			"the same in another case and punctuation",
			text("tide"),
			text("tide").toUpperCase().replaceAll(" ", ", "),
			1,
		],
		["a shortened copy", many(0, 100), many(10, 40), 1],
		["a copy within another text", many(0, 30), `${many(50, 150)} ${many(0, 30)}`, 1],
		["half of the smaller one", many(0, 100), `${many(0, 24)} ${many(200, 216)}`, 1],
		["less than half of it", many(0, 100), `${many(0, 18)} ${many(200, 222)}`, 2],
		["the same words in another order", many(0, 30), many(0, 30).split(" ").reverse().join(" "), 2],
		["too few words to tell", many(0, 100), many(10, 33), 2],
		["nothing", "", "", 2],
		["the same in a script without spaces", honey, honey, 1],
	])("counts pages as sources by what their passages share: %s", (_, a, b, sources) => {
		const clusters = clusterPages([page("1", "a.org", a), page("2", "b.org", b)]);
		expect(new Set(clusters.values()).size).toBe(sources);
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
