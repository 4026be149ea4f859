import { describe, expect, it } from "vitest";
import type { PageNotice } from "#contract/verdicts.ts";
import { doiOf } from "#features/evidence/paper-doi.ts";
import { readPage } from "#features/evidence/read-page.ts";
import { retractionSign } from "#features/evidence/retraction-signs.ts";
import { readPdf } from "#tests/support/world/source-context.ts";

const TEXT =
	"The extract halved the risk of stroke in 412 patients who took it every day for two years. ";

/** The facts of a page with these elements in its head and this headline. */
async function factsOf(
	headline: string,
	head = "",
	final_url = "https://journal.example.org/a/report",
) {
	const body = `<title>${headline}</title>${head}</head><body><h1>${headline}</h1><p>${TEXT.repeat(8)}</p>`;
	const html = `<!doctype html><html lang="en"><head>${body}`;
	const opened = {
		final_url,
		content_type: "text/html; charset=utf-8",
		bytes: new TextEncoder().encode(html),
	};
	const read = await readPage(opened, "2026-01-01", readPdf);
	if (!read.ok) throw new Error(read.reason);
	return read.facts;
}

const DOI = '<meta name="citation_doi" content="10.1000/182">';
const ld = (data: object) => `<script type="application/ld+json">${JSON.stringify(data)}</script>`;

describe("a paper whose title bears its publisher's sign", () => {
	it.each<[string, PageNotice]>([
		["RETRACTED ARTICLE: A daily dose", "retracted"],
		["RETRACTED A daily dose of the extract", "retracted"],
		["[Retracted] A daily dose", "retracted"],
		["A daily dose [Retracted]", "retracted"],
		["A daily dose (Retracted article. See vol. 375, pg. 445)", "retracted"],
		["WITHDRAWN: A daily dose", "retracted"],
		["Withdrawn article: A daily dose", "retracted"],
		["REMOVED: A daily dose", "retracted"],
		["Retraction: A daily dose", "retraction_notice"],
		["Retraction Note to: A daily dose", "retraction_notice"],
		["Notice of Retraction: A daily dose", "retraction_notice"],
		["Retraction notice to “A daily dose” [J. 2016]", "retraction_notice"],
		["Editorial Expression of Concern: A daily dose", "expression_of_concern"],
		["مقالة مسحوبة: جرعة يومية", "retracted"],
		["Оттеглена статия: Дневна доза", "retracted"],
		["Article retractat: Una dosi", "retracted"],
		["Staženo: Denní dávka", "retracted"],
		["Tilbagetrukket artikel: En daglig dosis", "retracted"],
		["Zurückgezogener Artikel: Eine Tagesdosis", "retracted"],
		["Αποσύρθηκε: Ημερήσια δόση", "retracted"],
		["Artículo retractado: Una dosis diaria", "retracted"],
		["ریترکت: دوز روزانه", "retraction_notice"],
		["Vedetty takaisin: Päiväannos", "retracted"],
		["Article rétracté : Une dose quotidienne", "retracted"],
		["Rétractation : Une dose quotidienne", "retraction_notice"],
		["הוסר: מנה יומית", "retracted"],
		["पत्र वापस लिया गया: दैनिक खुराक", "retracted"],
		["Povučen rad: Dnevna doza", "retracted"],
		["Visszavont cikk: Napi adag", "retracted"],
		["Artikel ditarik: Dosis harian", "retracted"],
		["Articolo ritirato: Una dose", "retracted"],
		["【論文撤回】一日の用量", "retracted"],
		["[철회] 하루 복용량", "retracted"],
		["Ingetrokken: Een dagelijkse dosis", "retracted"],
		["Trukket tilbake: En daglig dose", "retracted"],
		["Wycofany artykuł: Dzienna dawka", "retracted"],
		["Artigo retratado: Uma dose", "retracted"],
		["Articol retras: O doză", "retracted"],
		["Статья отозвана: Дневная доза", "retracted"],
		["Ретракция: Дневная доза", "retraction_notice"],
		["Stiahnutý článok: Denná dávka", "retracted"],
		["Повучен рад: Дневна доза", "retracted"],
		["Tillbakadragen artikel: En daglig dos", "retracted"],
		["บทความถูกเพิกถอน: ปริมาณต่อวัน", "retracted"],
		["Geri çekildi: Günlük doz", "retracted"],
		["Відкликана стаття: Добова доза", "retracted"],
		["Bài báo đã bị rút: Liều hàng ngày", "retracted"],
		["撤稿：每日剂量", "retracted"],
	])("%s", async (title, notice) => {
		expect(await factsOf(title, DOI)).toMatchObject({ notice, kind: "academic" });
	});

	it.each([
		["its DOI is in the address", "", "https://journal.example.org/doi/full/10.1000/182"],
		["it has a scholarly type", ld({ "@type": "ScholarlyArticle" }), undefined],
	])("also if %s", async (_, head, url) => {
		const { notice } = await factsOf("RETRACTED: A daily dose", head, url);
		expect(notice).toBe("retracted");
	});

	it("also if only the page's first heading of the first level has it", async () => {
		const head = `${DOI}<meta property="og:title" content="A daily dose">`;
		expect(await factsOf("Retracted: A daily dose", head)).toMatchObject({ notice: "retracted" });
	});

	it("does not take the day of the retraction for that of the publication", async () => {
		const head = `${DOI}</head><body><p>This article was retracted on 12 May 2020</p>`;
		expect(await factsOf("RETRACTED: A daily dose", head)).toMatchObject({ published_at: null });
	});
});

describe("what no sign is", () => {
	it.each([
		"Retracted articles in surgery: a review",
		"Retraction and repulsion of cells: a model",
		"Retractions: what we know",
		"Withdrawal: alcohol and the brain",
		"Removed carbon: a review",
		"Retirada: la batalla de 1812",
		"The Lancet retracts a study: what we know",
		"Concern: how parents speak",
		"A daily dose (study)",
		"Of the editor: notes",
		"",
	])("%s", (title) => expect(retractionSign(title)).toBe(null));

	it("is a report about a retraction, which is no paper", async () => {
		const head = ld({ "@type": "NewsArticle" });
		const { notice, kind } = await factsOf("Retracted: the study on the extract", head);
		expect(notice).toBeUndefined();
		expect(kind).toBe("news");
	});
});

describe("satire and advertising", () => {
	it.each<[string, PageNotice, string, string?]>([
		["a type beside another", "satire", ld({ "@type": ["NewsArticle", "SatiricalArticle"] })],
		["the main entity", "satire", ld({ mainEntity: { "@type": "schema:SatiricalArticle" } })],
		["a graph", "satire", ld({ "@graph": [{ "@type": "SatiricalArticle" }] })],
		["a genre", "satire", ld({ "@type": "NewsArticle", genre: ["Politics", "Satire"] })],
		["a section", "satire", '<meta property="article:section" content="Сатира">'],
		[
			"microdata",
			"satire",
			'</head><body><article itemscope itemtype="https://schema.org/SatiricalArticle"></article>',
		],
		["a known site", "satire", "", "https://www.der-postillon.com/2024/05/a.html"],
		["a copy of it", "satire", "", "https://web.archive.org/web/2020/https://theonion.com/a"],
		["a known section", "satire", "", "https://www.newyorker.com/humor/borowitz-report/a"],
		["paid for", "advertising", ld({ "@type": "AdvertiserContentArticle" })],
		["sponsored", "advertising", ld({ "@type": "NewsArticle", articleSection: "Sponsored" })],
		["an advertorial", "advertising", '<meta property="article:section" content="Anzeige">'],
	])("%s", async (_, notice, head, url) => {
		expect(await factsOf("Dogs wear ties", head, url)).toMatchObject({ notice });
	});

	it("is no news", async () => {
		const head = ld({ "@type": ["NewsArticle", "SatiricalArticle"] });
		expect((await factsOf("Dogs wear ties", head)).kind).toBe("other");
	});

	it.each([
		["mentions it", ld({ "@type": "NewsArticle", mentions: { "@type": "SatiricalArticle" } })],
		["is about it", ld({ "@type": "NewsArticle", keywords: "satire, press" })],
		["lists it", ld({ "@type": "ItemList", itemListElement: [{ "@type": "SatiricalArticle" }] })],
	])("is not what %s", async (_, head) => {
		expect((await factsOf("The press and its jokes", head)).notice).toBeUndefined();
	});

	it("is not another section of the site", async () => {
		const url = "https://www.newyorker.com/news/a";
		expect((await factsOf("A report", "", url)).notice).toBeUndefined();
	});
});

describe("a preprint", () => {
	it("is known by its server", async () => {
		const url = "https://arxiv.org/abs/2401.00001";
		expect(await factsOf("A daily dose", "", url)).toMatchObject({ notice: "preprint" });
	});
});

describe("the DOI of a page", () => {
	const page = (name: string, content: string) => ({ meta: new Map([[name, content]]) });
	it.each([
		["citation_doi", "10.1000/182"],
		["citation_doi", "doi:10.1000/182"],
		["prism.doi", " 10.1000/182 "],
		["dc.identifier", "https://doi.org/10.1000/182"],
	])("is declared by %s as %s", (name, content) => {
		expect(doiOf("https://a.org/b", page(name, content))).toBe("10.1000/182");
	});
	it.each([
		"https://doi.org/10.1000/182",
		"https://a.org/doi/full/10.1000/182",
		"https://a.org/doi/10.1000%2F182",
		"https://a.org/doi/10.1000/182/full",
		"https://a.org/doi/pdf/10.1000/182.pdf",
		"https://a.org/content/10.1000/182v2.full.pdf",
		"https://a.org/article/10.1000/182/",
		"https://web.archive.org/web/2020/https://a.org/doi/10.1000/182/abstract",
	])("stands in %s", (url) => expect(doiOf(url, null)).toBe("10.1000/182"));
	it("is none that leads out of a folder", () => {
		expect(doiOf("https://a.org/doi/10.1000/../../members", null)).toBe(null);
		expect(doiOf("https://a.org/b", page("citation_doi", "10.1000/../../members"))).toBe(null);
	});
	it.each(["https://a.org/2024/10.5/b", "https://a.org/10.1000", "not an address"])(
		"is not in %s",
		(url) => expect(doiOf(url, null)).toBe(null),
	);
});
