import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { JSDOM } from "jsdom";
import { beforeAll, describe, expect, it } from "vitest";
import { SITE_PAGES } from "#contract/site.ts";
import { pagePolicy } from "#features/sharing/pages/page-headers.ts";
import { layout } from "#scripts/layout.ts";
import { aStatement } from "#tests/support/fixtures/publications.ts";
import { opened } from "#tests/support/world/opened.ts";
import { startProduct } from "#tests/support/world/product.ts";
import { aMember, published } from "#tests/support/world/signed-in.ts";

/** The ids and the session that the paths need. */
type Known = {
	video_id: string;
	statement_id: string;
	/** A member's session cookie. */
	cookie: string;
};

/** Expected values by header name; null for a header that must be absent. */
type Headers = Record<string, string | RegExp | null>;

type HeaderGroup = {
	name: string;
	path: (known: Known) => string;
	status?: number;
	method?: string;
	/** Requested with a member's cookie. */
	personal?: boolean;
	headers: Headers;
};

/** Of the one element of this kind that the built page has in it. */
function inlineHash(name: "script" | "style"): string {
	const html = readFileSync(join(layout.webOutput, "index.html"), "utf8");
	const { document } = new JSDOM(html).window;
	const [element, ...others] = document.querySelectorAll(`${name}:not([src])`);
	expect(element?.textContent, name).toMatch(/\w/);
	expect(others).toEqual([]);
	const hash = createHash("sha256").update(element?.textContent ?? "");
	return `'sha256-${hash.digest("base64")}'`;
}

const HSTS = "max-age=63072000; includeSubDomains";
const FILE_POLICY = "base-uri 'none'; object-src 'none'; frame-ancestors 'none'";
const NONE = "default-src 'none'; frame-ancestors 'none'";
const FRESH = "public, max-age=300, must-revalidate";
const NOBODY_KEEPS = "no-store";
const ASKS_EACH_TIME = "public, max-age=0, must-revalidate";

/** On every response of the worker. */
const COMMON: Headers = {
	"x-content-type-options": "nosniff",
	"referrer-policy": "strict-origin-when-cross-origin",
	"permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
	"x-frame-options": null,
	"set-cookie": null,
	// Shared caches store nothing that differs between visitors.
	vary: /^(accept-encoding)?$/i,
};
const PAGE: Headers = {
	...COMMON,
	"content-type": "text/html; charset=utf-8",
	"content-security-policy": pagePolicy({
		scripts: [inlineHash("script")],
		styles: [inlineHash("style")],
	}),
	"cross-origin-opener-policy": "same-origin",
	"cross-origin-resource-policy": "same-origin",
	"cross-origin-embedder-policy": null,
	"cache-control": ASKS_EACH_TIME,
};
const REDIRECT: Headers = {
	...PAGE,
	"content-type": null,
	"cache-control": "public, max-age=86400",
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
/** Served by the platform itself, with headers fixed by the build. */
const FILE: Headers = {
	"x-content-type-options": "nosniff",
	"referrer-policy": "strict-origin-when-cross-origin",
	// Fixed at build time; browsers ignore it on a plain HTTP response.
	"strict-transport-security": HSTS,
	"content-security-policy": FILE_POLICY,
	"set-cookie": null,
};

const at = (path: string) => () => path;
const result = (before: string, after = "") => ({
	path: ({ video_id }: Known) => before + video_id + after,
});
const FRAMED = /frame-ancestors \*; sandbox allow-scripts allow-popups/;

/** Each kind of path with its expected headers. */
const HEADER_GROUPS: HeaderGroup[] = [
	{ name: "the home page", path: at("/"), headers: PAGE },
	{ name: "the archive", path: at("/results"), headers: PAGE },
	{ name: "a member's page", path: at("/dashboard"), headers: PAGE },
	{ name: "the page about the API", path: at("/api"), headers: PAGE },
	{ name: "a page with a query", path: at("/about?a=b"), headers: PAGE },
	{ name: "a slash", path: at("/api/"), status: 308, headers: REDIRECT },
	{ name: "a share page", ...result("/results/"), headers: PAGE },
	{
		name: "a statement's share page",
		path: ({ video_id, statement_id }) => `/results/${video_id}/statements/${statement_id}`,
		headers: PAGE,
	},
	...[
		["an unknown page", "/no/such/page"],
		["an unknown file", "/no-such-file.txt"],
		["a file of another build", "/assets/index-B8xQ2a7c.js"],
		["an unknown video", "/results/unknownvid1"],
		["a statement of none", "/results/unknownvid1/statements/x"],
	].map(([name = "", path = ""]) => ({ name, path: at(path), status: 404, headers: MISSING_PAGE })),
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
	{ name: "the readiness", path: at("/api/health/ready"), headers: PERSONAL },
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
	{ name: "an API refusal", path: at("/api/nothing"), status: 404, headers: PERSONAL },
	{
		name: "what only members see, to a stranger",
		path: at("/api/me"),
		status: 401,
		headers: PERSONAL,
	},
	...["/api/me", "/api/notifications", "/api/keys", "/api/me/activity"].map((path) => ({
		name: `a member's own ${path}`,
		path: at(path),
		personal: true,
		headers: PERSONAL,
	})),
	{ name: "who is signed in", path: at("/api/auth/session"), personal: true, headers: PERSONAL },
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
	{ name: "a script", path: at("/theme.js"), headers: FILE },
	{ name: "the app's manifest", path: at("/manifest.webmanifest"), headers: FILE },
];

let known: Known;

const product = opened(() => startProduct());
beforeAll(async () => {
	const member = await aMember(product);
	const statement = aStatement();
	const { video_id } = await published(product, { statements: [statement] });
	const cookie = member?.cookie() ?? "";
	known = { video_id, statement_id: statement.id, cookie };
});

const get = (path: string, init: RequestInit = {}) =>
	fetch(product.url + path, {
		redirect: "manual",
		...init,
		// The server may close an idle connection just as the client reuses it.
		headers: { connection: "close", ...init.headers },
	});

describe("response headers", () => {
	it.each(HEADER_GROUPS)("of $name", async (group) => {
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

	it("contain a policy without inline scripts or styles but the build's own on every page", async () => {
		for (const path of [...Object.keys(SITE_PAGES), "/nothing/here"]) {
			const policy = (await get(path)).headers.get("content-security-policy");
			const directives = new Map(
				(policy ?? "").split("; ").map((directive) => {
					const [name = "", ...sources] = directive.split(" ");
					return [name, sources.join(" ")];
				}),
			);
			expect(directives.get("default-src"), path).toBe("'none'");
			expect(directives.get("script-src")).toBe(`'self' ${inlineHash("script")}`);
			expect(directives.get("style-src")).toBe(`'self' ${inlineHash("style")}`);
			expect(directives.get("object-src")).toBe("'none'");
			expect(directives.get("base-uri")).toBe("'none'");
			expect(directives.get("frame-ancestors")).toBe("'none'");
			expect(directives.get("form-action")).toBe("'self'");
			expect(directives.get("require-trusted-types-for")).toBe("'script'");
			expect(directives.get("trusted-types")).toBe("'none'");
			expect(directives.get("frame-src")).toBe("https://www.youtube-nocookie.com");
			// Members' own picture hosts stay out, so that no page view is reported to them.
			expect(directives.get("img-src")).toBe("'self' https://i.ytimg.com https://*.ytimg.com");
			expect(policy).not.toMatch(/unsafe|report-to|report-uri|\*(?!\.)/);
		}
	});

	it("let files with a hash in their name be cached forever", async () => {
		const names = await readdir(join(layout.webOutput, "assets"));
		expect(names.length).toBeGreaterThan(3);
		for (const name of names) {
			const answer = await get(`/assets/${name}`);
			await answer.arrayBuffer();
			expect(answer.status).toBe(200);
			expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
			expect(answer.headers.get("content-security-policy")).toBe(FILE_POLICY);
		}
		expect((await get("/assets/gone-12345678.js")).status).toBe(404);
	});

	it("contain Strict-Transport-Security only when the site's origin is HTTPS", async () => {
		// The operator's origin is HTTPS, with TLS ended by a proxy in front.
		await product.restart({ APP_ORIGIN: product.url.replace("http:", "https:") });
		for (const { name, path, method = "GET" } of HEADER_GROUPS) {
			const answer = await get(path(known), { method });
			await answer.body?.cancel();
			expect(answer.headers.get("strict-transport-security"), name).toBe(HSTS);
		}
		await product.restart();
		expect((await get("/")).headers.has("strict-transport-security")).toBe(false);
	});
});

describe("site page", () => {
	it("returns 304 when the ETag matches", async () => {
		const first = await get("/about");
		const etag = first.headers.get("etag") ?? "";
		expect(etag).toMatch(/^W\/"[\w-]+"$/);
		for (const if_none_match of [etag, `"other", ${etag}`, etag.slice(2), "*"]) {
			const again = await get("/about", { headers: { "if-none-match": if_none_match } });
			expect(again.status).toBe(304);
			expect(again.headers.get("etag")).toBe(etag);
			expect(again.headers.get("content-security-policy")).not.toBeNull();
		}
		const other = await get("/terms", { headers: { "if-none-match": etag } });
		expect(other.status).toBe(200);
		expect(other.headers.get("etag")).not.toBe(etag);
	});

	it("has its own title, description and canonical URL", async () => {
		const titles = new Set<string>();
		for (const [path, { title, indexable }] of Object.entries(SITE_PAGES)) {
			const html = await (await get(path)).text();
			const shown = /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? "";
			expect(shown).toBe(`${title} · BS Detector`);
			titles.add(shown);
			expect(html).toContain(`<link rel="canonical" href="${product.url}${path}">`);
			expect(html.match(/name="description"/g)).toHaveLength(1);
			expect(html.includes('name="robots" content="noindex"')).toBe(!indexable);
		}
		expect(titles.size).toBe(Object.keys(SITE_PAGES).length);
	});
});
