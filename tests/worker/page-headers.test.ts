import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SITE_PAGES } from "#contract/site.ts";
import { layout } from "#scripts/layout.ts";
import { HEADER_GROUPS, type Known } from "#tests/support/header-groups.ts";
import { type Product, startProduct } from "#tests/support/product.ts";
import { aStatement } from "#tests/support/publications.ts";
import { published, signedIn } from "#tests/support/signed-in.ts";

let product: Product;
let known: Known;

beforeAll(async () => {
	product = await startProduct();
	const [member] = await signedIn(product, 1);
	const statement = aStatement();
	const { video_id } = await published(product, { statements: [statement] });
	const cookie = member?.cookie() ?? "";
	known = { video_id, statement_id: statement.id, cookie };
});
afterAll(() => product?.stop());

const get = (path: string, init: RequestInit = {}) =>
	fetch(product.url + path, {
		redirect: "manual",
		...init,
		// An idle connection may be closed by the server just as it is used again.
		headers: { connection: "close", ...init.headers },
	});

describe("Each group of addresses has its own headers", () => {
	it.each(HEADER_GROUPS)("$name", async (group) => {
		const { path, status = 200, method = "GET", personal, headers } = group;
		const answer = await get(path(known), {
			method,
			...(personal && { headers: { cookie: known.cookie } }),
			...(method === "POST" && { body: "x" }),
		});
		await answer.body?.cancel();
		expect(answer.status).toBe(status);
		for (const [name, wanted] of Object.entries(headers)) {
			const seen = answer.headers.get(name);
			if (wanted instanceof RegExp) expect(seen ?? "", name).toMatch(wanted);
			else expect(seen, name).toBe(wanted);
		}
		expect(answer.headers.has("strict-transport-security")).toBe(false);
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
		for (const { name, path, method = "GET", headers } of HEADER_GROUPS) {
			const answer = await get(path(known), { method });
			await answer.body?.cancel();
			const by_worker = "permissions-policy" in headers;
			expect(answer.headers.get("strict-transport-security"), name).toBe(
				by_worker ? "max-age=63072000; includeSubDomains" : null,
			);
		}
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
