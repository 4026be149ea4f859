import { describe, expect, it } from "vitest";
import { contentHash } from "#features/evidence/canonical-text.ts";
import { readPage } from "#features/evidence/read-page.ts";
import { smallPdf } from "#tests/support/fakes/pdf-files.ts";
import { readPdf } from "#tests/support/world/source-context.ts";

const TODAY = "2026-01-01";
const URL_ = "https://www.example.org/2024/05/31/river.html";
const LINE = "The river rose by two metres in a single night.";
const LONG = `${LINE} `.repeat(12).trim();

function read(content_type: string, body: string | Uint8Array, final_url = URL_) {
	const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
	return readPage({ final_url, content_type, bytes }, TODAY, readPdf);
}

describe("readPage", () => {
	it("reads HTML and returns its text and facts", async () => {
		const html = `<html lang="en"><title>River</title><p>${LONG}</p>`;
		expect(await read("text/html; charset=utf-8", html)).toEqual({
			ok: true,
			text: LONG,
			borders: [],
			reviews: [],
			facts: {
				final_url: URL_,
				title: "River",
				site: "example.org",
				kind: "organisation",
				language: "en",
				published_at: "2024-05-31",
				published_by: "path",
				content_hash: contentHash(LONG),
			},
		});
	});

	it("reads plain text and takes its title from the file name", async () => {
		const text = `${LONG}\nand on.\n\nNext.`;
		expect(await read("text/plain", text)).toMatchObject({
			ok: true,
			text: `${LONG} and on.\nNext.`,
			facts: { title: "river.html", language: null },
		});
	});

	it("reads PDF", async () => {
		const pdf = smallPdf([`${LINE}\n`.repeat(6).trim(), `${LINE}\n`.repeat(6).trim()]);
		const half = `${LINE} `.repeat(6).trim();
		expect(await read("application/pdf", pdf)).toMatchObject({
			ok: true,
			text: `${half}\n${half}`,
		});
	});

	it("prefers the facts from the source's API", async () => {
		const opened = {
			final_url: URL_,
			content_type: "text/html",
			bytes: new TextEncoder().encode(`<title>x</title>${LONG}`),
		};
		const api = { published_at: "2023-01-01T00:00:00Z", title: "Y", language: "fr" };
		expect(await readPage(opened, TODAY, readPdf, api)).toMatchObject({
			facts: { title: "Y", language: "fr", published_at: "2023-01-01", published_by: "api" },
		});
	});

	it.each([
		["an image", "image/png", LONG, "not_text"],
		["JSON", "application/json", LONG, "not_text"],
		["a broken PDF", "application/pdf", "%PDF-1.4 broken", "not_text"],
		["an empty PDF", "application/pdf", "", "not_text"],
		["too little text", "text/html", "<p>short</p>", "too_little_text"],
		[
			"a block page",
			"text/html",
			`<h1>Verify you are human</h1>${"<p>Menu</p>".repeat(90)}`,
			"blocked",
		],
	])("refuses %s", async (_, content_type, body, reason) => {
		expect(await read(content_type, body)).toEqual({ ok: false, reason });
	});

	it.each([
		["https://a.com/", "front_page"],
		["https://a.com/de/index.html?utm_source=x", "front_page"],
		["https://a.com/search?q=tides", "search_page"],
		["https://a.com/?s=tides", "search_page"],
		["https://a.com/blog/tag/tides/page/2/", "list_page"],
		["https://a.com/category/news", "list_page"],
		["https://a.com/2024/05/", "list_page"],
		["https://en.wikipedia.org/wiki/Category:Tides", "list_page"],
		["https://a.com/author/ada", "profile_page"],
		["https://social.example/@ada", "profile_page"],
		["https://x.com/ada", "profile_page"],
		["https://en.wikipedia.org/wiki/User:Ada", "profile_page"],
		["https://a.com/account/login.php?to=/a", "log_in_page"],
		["https://accounts.a.com/v2", "log_in_page"],
		["https://a.com/?ref=home", "front_page"],
		["https://a.com/?p=959", null],
		["https://a.com/?reference=12", null],
		["https://a.com/?source_id=12", null],
		["https://a.com/research/tides", null],
		["https://a.com/2024/05/31/tides", null],
		["https://x.com/ada/status/1", null],
		["https://www.britannica.com/topic/tide", null],
		["https://en.wikipedia.org/w/index.php?oldid=1", null],
	])("takes %s for a page of the purpose %s", async (url, reason) => {
		const page = await read("text/html", `<p>${LONG}`, url);
		expect(page).toMatchObject(reason === null ? { ok: true } : { ok: false, reason });
	});

	it.each([
		['{"@type":"CollectionPage"}', "list_page"],
		['{"@graph":[{"@type":"ProfilePage"},{"@type":"WebSite"}]}', "profile_page"],
		['[{"@type":["WebPage","SearchResultsPage"]}]', "search_page"],
		['{"@type":"CollectionPage","mainEntity":{"@type":"NewsArticle"}}', "list_page"],
		['{"@graph":[{"@type":"CollectionPage"},{"@type":"NewsArticle"}]}', null],
		['{"@type":"WebPage","isPartOf":{"@type":"CollectionPage"}}', null],
	])("reads the page's own types: %s", async (json, reason) => {
		const page = await read(
			"text/html",
			`<script type="application/ld+json">${json}</script><p>${LONG}`,
		);
		expect(page).toMatchObject(reason === null ? { ok: true } : { ok: false, reason });
	});
});
