import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SITE_PAGES } from "#contract/site.ts";
import { PAGE_POLICY } from "#features/sharing/pages/page-headers.ts";
import { layout } from "#scripts/layout.ts";
import { aStatement } from "#tests/support/fixtures/publications.ts";
import { type Product, startProduct } from "#tests/support/world/product.ts";
import { published, signedIn } from "#tests/support/world/signed-in.ts";

/** What there is to ask for. */
type Known = {
	video_id: string;
	statement_id: string;
	/** A member's. */
	cookie: string;
};

/** By name; null for a header that must not be there. */
type Headers = Record<string, string | RegExp | null>;

type HeaderGroup = {
	name: string;
	path: (known: Known) => string;
	status?: number;
	method?: string;
	/** Asked as a member. */
	personal?: boolean;
	headers: Headers;
};

const HSTS = "max-age=63072000; includeSubDomains";
const FILE_POLICY =
	"base-uri 'none'; object-src 'none'; frame-ancestors 'none'";
const NONE = "default-src 'none'; frame-ancestors 'none'";
const FRESH = "public, max-age=300, stale-while-revalidate=86400";
const NOBODY_KEEPS = "no-store";
const ASKS_EACH_TIME = "public, max-age=0, must-revalidate";

/** On whatever the worker answers. */
const COMMON: Headers = {
	"x-content-type-options": "nosniff",
	"referrer-policy": "strict-origin-when-cross-origin",
	"permissions-policy":
		"camera=(), microphone=(), geolocation=(), payment=(), usb=()",
	"x-frame-options": null,
	"set-cookie": null,
	// Nothing is kept for everybody that is different for somebody.
	vary: /^(accept-encoding)?$/i,
};
const PAGE: Headers = {
	...COMMON,
	"content-type": "text/html; charset=utf-8",
	"content-security-policy": PAGE_POLICY,
	"cross-origin-opener-policy": "same-origin",
	"cross-origin-resource-policy": "same-origin",
	"cross-origin-embedder-policy": null,
	"cache-control": ASKS_EACH_TIME,
};
const MISSING_PAGE: Headers = { ...PAGE, "cache-control": NOBODY_KEEPS };
const API: Headers = {
	...COMMON,
	"content-type": /^application\/(problem\+)?json/,
	"content-security-policy": NONE,
	"cross-origin-resource-policy": "same-origin",
};
const PUBLIC: Headers = { ...API, "cache-control": "public, no-cache" };
const PERSONAL: Headers = {
	...API,
	"cache-control": NOBODY_KEEPS,
	"access-control-allow-origin": null,
};
const OPEN: Headers = {
	...COMMON,
	"content-security-policy": NONE,
	"cross-origin-resource-policy": "cross-origin",
	"cache-control": FRESH,
};
const BRIEF: Headers = { ...OPEN, "cache-control": "public, max-age=60" };
/** The platform serves these by itself, from what the build says of them. */
const FILE: Headers = {
	"x-content-type-options": "nosniff",
	"referrer-policy": "strict-origin-when-cross-origin",
	// Fixed at build time; a browser ignores it unless it came over https.
	"strict-transport-security": HSTS,
	"content-security-policy": FILE_POLICY,
	"set-cookie": null,
};

const at = (path: string) => () => path;
const result = (before: string, after = "") => ({
	path: ({ video_id }: Known) => before + video_id + after,
});
const FRAMED = /frame-ancestors \*; sandbox allow-popups/;

/** Each group of addresses, a few of its addresses each. */
const HEADER_GROUPS: HeaderGroup[] = [
	{ name: "the home page", path: at("/"), headers: PAGE },
	{ name: "the archive", path: at("/results"), headers: PAGE },
	{ name: "a member's page", path: at("/dashboard"), headers: PAGE },
	{ name: "the page about the API", path: at("/api"), headers: PAGE },
	{ name: "the same with a slash", path: at("/api/"), headers: PAGE },
	{
		name: "a page with a query and a slash",
		path: at("/about/?from=mail"),
		headers: PAGE,
	},
	{ name: "a share page", ...result("/results/"), headers: PAGE },
	{
		name: "a statement's share page",
		path: ({ video_id, statement_id }) =>
			`/results/${video_id}/statements/${statement_id}`,
		headers: PAGE,
	},
	...[
		["an unknown page", "/no/such/page"],
		["an unknown file", "/no-such-file.txt"],
		["a file of another build", "/assets/index-B8xQ2a7c.js"],
		["an unknown video", "/results/unknownvid1"],
		["a statement of none", "/results/unknownvid1/statements/x"],
	].map(([name = "", path = ""]) => ({
		...{ name, path: at(path), status: 404, headers: MISSING_PAGE },
	})),
	{
		name: "a card for other sites",
		...result("/embed/"),
		headers: { ...OPEN, "content-security-policy": FRAMED },
	},
	{
		name: "a card of none",
		path: at("/embed/unknownvid1"),
		status: 404,
		headers: { ...BRIEF, "content-security-policy": FRAMED },
	},
	{
		name: "a badge",
		...result("/badge/", ".svg"),
		headers: { ...OPEN, "content-security-policy": /^default-src 'none'/ },
	},
	{ name: "a preview picture", ...result("/og/", ".png"), headers: OPEN },
	{ name: "a feed", path: at("/feed.xml"), headers: OPEN },
	{ name: "the sitemap", path: at("/sitemap.xml"), headers: OPEN },
	{ name: "the rules for crawlers", path: at("/robots.txt"), headers: OPEN },
	{
		name: "a public answer",
		...result("/api/videos/"),
		headers: { ...PUBLIC, "access-control-allow-origin": "*" },
	},
	{ name: "the health", path: at("/api/health"), headers: PUBLIC },
	{
		name: "the readiness",
		path: at("/api/health/ready"),
		headers: PERSONAL,
	},
	{
		name: "a download",
		...result("/api/videos/", "/export.csv"),
		headers: { ...PUBLIC, "content-type": /^text\/csv/ },
	},
	{
		name: "a stream of events",
		...result("/api/videos/", "/events"),
		headers: {
			...API,
			"content-type": "text/event-stream; charset=utf-8",
			"cache-control": "no-store, no-transform",
		},
	},
	{
		name: "the API's reference",
		path: at("/api/docs"),
		headers: {
			...API,
			"content-type": "text/html; charset=utf-8",
			"content-security-policy":
				"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
			"cache-control": "public, max-age=300",
		},
	},
	{
		name: "an API refusal",
		path: at("/api/nothing"),
		status: 404,
		headers: PERSONAL,
	},
	{
		name: "what only members see, to a stranger",
		path: at("/api/me"),
		status: 401,
		headers: PERSONAL,
	},
	...["/api/me", "/api/notifications", "/api/keys", "/api/me/activity"].map(
		(path) => ({
			...{ name: `a member's own ${path}`, path: at(path) },
			...{ personal: true, headers: PERSONAL },
		}),
	),
	{
		name: "who is signed in",
		path: at("/api/auth/session"),
		personal: true,
		headers: PERSONAL,
	},
	{
		name: "a write",
		path: at("/api/notifications/read"),
		status: 415,
		method: "POST",
		headers: PERSONAL,
	},
	{
		name: "a public file",
		path: at("/favicon.svg"),
		headers: { ...FILE, "content-type": /^image\/svg\+xml/ },
	},
	{ name: "the first script", path: at("/theme.js"), headers: FILE },
	{
		name: "the app's manifest",
		path: at("/manifest.webmanifest"),
		headers: FILE,
	},
];

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
		if (!("strict-transport-security" in headers))
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
			// No host that a member names: who looks at a page tells nobody else.
			expect(directives.get("img-src")).toBe(
				"'self' https://i.ytimg.com https://*.ytimg.com",
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
			expect(answer.headers.get("content-security-policy")).toBe(FILE_POLICY);
		}
		expect((await get("/assets/gone-12345678.js")).status).toBe(404);
	});

	it("asks for https from then on who came by it", async () => {
		// A proxy that ends TLS stands in front, and the operator has said so.
		await product.restart({
			APP_ORIGIN: product.url.replace("http:", "https:"),
		});
		for (const { name, path, method = "GET" } of HEADER_GROUPS) {
			const answer = await get(path(known), { method });
			await answer.body?.cancel();
			expect(answer.headers.get("strict-transport-security"), name).toBe(HSTS);
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
