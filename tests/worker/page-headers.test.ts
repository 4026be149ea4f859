import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SITE_PAGES } from "#domain/pages/site-pages.ts";
import { layout } from "#scripts/layout.ts";
import { type Product, startProduct } from "#tests/support/product.ts";

const PAGE = {
	"content-type": "text/html; charset=utf-8",
	"x-content-type-options": "nosniff",
	"referrer-policy": "strict-origin-when-cross-origin",
	"permissions-policy":
		"camera=(), microphone=(), geolocation=(), payment=(), usb=()",
	"cross-origin-opener-policy": "same-origin",
	"cross-origin-resource-policy": "same-origin",
	"strict-transport-security": null,
	"x-frame-options": null,
	"set-cookie": null,
};
const API = {
	"content-security-policy": "default-src 'none'; frame-ancestors 'none'",
	"x-content-type-options": "nosniff",
	"referrer-policy": "strict-origin-when-cross-origin",
};
const OPEN = {
	"x-content-type-options": "nosniff",
	"referrer-policy": "strict-origin-when-cross-origin",
	"cross-origin-resource-policy": "cross-origin",
	"x-frame-options": null,
	"set-cookie": null,
};
const FILE = {
	"x-content-type-options": "nosniff",
	"content-security-policy": null,
	"set-cookie": null,
};

let product: Product;
beforeAll(async () => {
	product = await startProduct();
});
afterAll(() => product?.stop());

const get = (path: string, init: RequestInit = {}) =>
	fetch(product.url + path, { redirect: "manual", ...init });

describe("Each group of addresses has its own headers", () => {
	it.each([
		["the home page", "/", 200, PAGE],
		["the archive", "/results", 200, PAGE],
		["a member's page", "/dashboard", 200, PAGE],
		["the page about the API", "/api", 200, PAGE],
		["the same with a slash", "/api/", 200, PAGE],
		["a page with a query and a slash", "/about/?from=mail", 200, PAGE],
		["an unknown page", "/no/such/page", 404, PAGE],
		["an unknown file", "/no-such-file.txt", 404, PAGE],
		["an unknown video", "/results/unknownvid1", 404, PAGE],
		["a statement of none", "/results/unknownvid1/statements/x", 404, PAGE],
		["a feed", "/feed.xml", 200, OPEN],
		["a badge", "/badge/unknownvid1.svg", 404, OPEN],
		["a card for other sites", "/embed/unknownvid1", 404, OPEN],
		["the sitemap", "/sitemap.xml", 200, OPEN],
		["the rules for crawlers", "/robots.txt", 200, OPEN],
		["an API answer", "/api/health", 200, API],
		["an API refusal", "/api/nothing", 404, API],
		["a public file", "/favicon.svg", 200, FILE],
		["the first script", "/theme.js", 200, FILE],
	])("%s", async (_, path, status, headers) => {
		const answer = await get(path);
		const body = await answer.text();
		expect(answer.status, body.slice(0, 200)).toBe(status);
		const seen = Object.fromEntries(
			Object.keys(headers).map((name) => [name, answer.headers.get(name)]),
		);
		expect(seen).toEqual(headers);
	});

	it("names a policy on every page that lets nothing inline run", async () => {
		for (const path of [...Object.keys(SITE_PAGES), "/nothing/here"]) {
			const policy = (await get(path)).headers.get("content-security-policy");
			const directives = new Map(
				(policy ?? "").split("; ").map((directive) => {
					const [name = "", ...sources] = directive.split(" ");
					return [name, sources.join(" ")];
				}),
			);
			expect(directives.get("default-src"), path).toBe("'none'");
			expect(directives.get("script-src")).toBe("'self'");
			expect(directives.get("style-src")).toBe("'self'");
			expect(directives.get("object-src")).toBe("'none'");
			expect(directives.get("base-uri")).toBe("'none'");
			expect(directives.get("frame-ancestors")).toBe("'none'");
			expect(directives.get("form-action")).toBe("'self'");
			expect(directives.get("require-trusted-types-for")).toBe("'script'");
			expect(directives.get("trusted-types")).toBe("'none'");
			expect(directives.get("frame-src")).toBe(
				"https://www.youtube-nocookie.com",
			);
			expect(directives.get("img-src")).toContain("https://i.ytimg.com");
			expect(directives.get("img-src")).toContain(
				"https://*.googleusercontent.com",
			);
			expect(policy).not.toMatch(/unsafe|report-to|report-uri|\*(?!\.)/);
		}
	});

	it("lets a file with a hash in its name be kept for ever", async () => {
		const names = await readdir(join(layout.webOutput, "assets"));
		expect(names.length).toBeGreaterThan(3);
		for (const name of names) {
			const answer = await get(`/assets/${name}`);
			await answer.arrayBuffer();
			expect(answer.status).toBe(200);
			expect(answer.headers.get("cache-control")).toBe(
				"public, max-age=31536000, immutable",
			);
			expect(answer.headers.get("content-security-policy")).toBeNull();
		}
		expect((await get("/assets/gone-12345678.js")).status).toBe(404);
	});

	it("speaks of https only to who came by it", async () => {
		// A proxy that ends TLS stands in front, and the operator has said so.
		await product.restart({
			APP_ORIGIN: product.url.replace("http:", "https:"),
		});
		const answer = await get("/");
		expect(answer.headers.get("strict-transport-security")).toBe(
			"max-age=63072000; includeSubDomains",
		);
		await product.restart();
		expect((await get("/")).headers.has("strict-transport-security")).toBe(
			false,
		);
	});
});

describe("A page", () => {
	it("is read, and never written to", async () => {
		for (const method of ["POST", "PUT", "DELETE", "PATCH"]) {
			const answer = await get("/about", { method });
			expect(answer.status).toBe(405);
			expect(answer.headers.get("allow")).toBe("GET, HEAD");
			expect(answer.headers.get("content-type")).toBe(
				"application/problem+json",
			);
		}
		const head = await get("/about", { method: "HEAD" });
		expect(head.status).toBe(200);
		expect(await head.text()).toBe("");
	});

	it("costs no body where the reader has it already", async () => {
		const first = await get("/about");
		const etag = first.headers.get("etag") ?? "";
		expect(etag).toMatch(/^W\/"[\w-]+"$/);
		for (const if_none_match of [
			etag,
			`"other", ${etag}`,
			etag.slice(2),
			"*",
		]) {
			const again = await get("/about", {
				headers: { "if-none-match": if_none_match },
			});
			expect(again.status).toBe(304);
			expect(again.headers.get("etag")).toBe(etag);
			expect(again.headers.get("content-security-policy")).not.toBeNull();
		}
		const other = await get("/terms", { headers: { "if-none-match": etag } });
		expect(other.status).toBe(200);
		expect(other.headers.get("etag")).not.toBe(etag);
	});

	it("has a title, a description and an address of its own", async () => {
		const titles = new Set<string>();
		for (const [path, { title, indexable }] of Object.entries(SITE_PAGES)) {
			const html = await (await get(path)).text();
			const shown = /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? "";
			expect(shown).toBe(`${title} · BS Detector`);
			titles.add(shown);
			expect(html).toContain(
				`<link rel="canonical" href="${product.url}${path}">`,
			);
			expect(html.match(/name="description"/g)).toHaveLength(1);
			expect(html.includes('name="robots" content="noindex"')).toBe(!indexable);
		}
		expect(titles.size).toBe(Object.keys(SITE_PAGES).length);
	});
});
