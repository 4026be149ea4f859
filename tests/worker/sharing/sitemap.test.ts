import { JSDOM } from "jsdom";
import { describe, expect, it } from "vitest";
import { SITE_PAGES } from "#contract/site.ts";
import { publish } from "#features/analysis/publication-queries.ts";
import { readSitemap, sitemapIndex } from "#features/sharing/crawlers.ts";
import {
	aCompletedRun,
	aFailedRun,
	aTranscript,
	instant,
} from "#tests/support/fixtures/publications.ts";
import { startCountingProduct } from "#tests/support/world/entered-product.ts";
import { opened } from "#tests/support/world/opened.ts";

const product = opened(() => startCountingProduct());

/** Throws if the text is not well-formed. */
function parseXml(text: string): Document {
	return new JSDOM(text, { contentType: "application/xml" }).window.document;
}

const texts = (document: Document, name: string) =>
	[...document.getElementsByTagName(name)].map((it) => it.textContent);

describe("sitemap", () => {
	it("lists the site's public pages and every real report with its latest result's date", async () => {
		const { db, url } = product;
		const shown = [1, 2, 3].map((minute) => aCompletedRun({ ended_at: instant(minute) }));
		const hidden = [
			aFailedRun(),
			aCompletedRun({ simulated: true }),
			aCompletedRun({ transcript: aTranscript("member") }),
		];
		for (const run of [...shown, ...hidden]) await publish(db, run);
		const again = aCompletedRun({
			...shown[0],
			run_id: aCompletedRun().run_id,
			ended_at: instant(50),
		});
		await publish(db, again);

		const { status, headers, html, trips } = await product.get("/sitemap.xml");
		expect(status).toBe(200);
		expect(headers.get("content-type")).toBe("application/xml; charset=utf-8");
		expect(trips).toBe(1);
		const document = parseXml(html);
		expect(document.documentElement.namespaceURI).toBe(
			"http://www.sitemaps.org/schemas/sitemap/0.9",
		);
		const open = Object.entries(SITE_PAGES).flatMap(([path, page]) =>
			page.indexable ? [url + path] : [],
		);
		expect(open).toContain(`${url}/how-it-works`);
		expect(open).not.toContain(`${url}/dashboard`);
		expect(texts(document, "loc")).toEqual([
			...open,
			...shown.map(({ video_id }) => `${url}/results/${video_id}`),
		]);
		expect(texts(document, "lastmod")).toEqual([50, 2, 3].map((minute) => instant(minute)));
		const etag = headers.get("etag") ?? "";
		const held = await product.get("/sitemap.xml", { "if-none-match": etag });
		expect(held.status).toBe(304);
	});

	it("is split into parts that together contain each report once", async () => {
		const size = 2;
		const parts = await Promise.all(
			[0, 1, 2].map((part) => readSitemap(product.db, { part, size })),
		);
		const { total } = parts[0] ?? { total: 0 };
		expect(total).toBe(3);
		expect(parts.map(({ entries }) => entries.length)).toEqual([2, 1, 0]);
		const ids = parts.flatMap(({ entries }) => entries.map((it) => it.video_id));
		expect(new Set(ids).size).toBe(total);

		const index = parseXml(sitemapIndex(total, product.url, size));
		expect(index.documentElement.tagName).toBe("sitemapindex");
		expect(texts(index, "loc")).toEqual([
			`${product.url}/sitemaps/1.xml`,
			`${product.url}/sitemaps/2.xml`,
		]);
		const first = await product.get("/sitemaps/1.xml");
		expect(texts(parseXml(first.html), "loc")).toHaveLength(
			3 + Object.values(SITE_PAGES).filter((page) => page.indexable).length,
		);
		for (const file of ["2.xml", "0.xml", "-1.xml", "1e3.xml", "x"])
			expect((await product.get(`/sitemaps/${file}`)).status).toBe(404);
	});
});

describe("robots.txt", () => {
	it("disallows the API, embeds and private pages, and names the sitemap", async () => {
		const { status, headers, html } = await product.get("/robots.txt");
		expect(status).toBe(200);
		expect(headers.get("content-type")).toBe("text/plain; charset=utf-8");
		const lines = html.trimEnd().split("\n");
		expect(lines[0]).toBe("User-agent: *");
		for (const path of ["/api/", "/embed/", "/dashboard", "/account", "/admin"])
			expect(lines).toContain(`Disallow: ${path}`);
		expect(lines.at(-1)).toBe(`Sitemap: ${product.url}/sitemap.xml`);
		expect(html).not.toContain("Disallow: /\n");
	});
});
