import { Hono } from "hono";
import type { AppEnv, RequestContext } from "#http/app-env.ts";
import { etagMatches, shortDigest } from "#http/caching.ts";
import { content, type Operations } from "#http/operation.ts";
import { siteOrigin } from "#http/site-address.ts";

/** The origin in the built files; responses replace it by the site's own. */
export const BUILT_ORIGIN = "https://site.invalid";

/** The files change only with a deployment. */
const CACHE = "public, max-age=300";

/** The API as OpenAPI 3.1. */
export const openApi = new Hono<AppEnv>().get("/", (c) =>
	answerBuilt(c, "/api/openapi.json", {
		"access-control-allow-origin": "*",
		"content-type": "application/json",
	}),
);

/** Everything is loaded from this site. The only script applies the reader's theme. */
const POLICY =
	"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The API reference for people. */
export const apiDocs = new Hono<AppEnv>().get("/", (c) =>
	answerBuilt(c, "/api/docs", {
		"content-security-policy": POLICY,
		"content-type": "text/html; charset=utf-8",
	}),
);

/** Sends a file that the build wrote, with the site's origin. */
async function answerBuilt(
	c: RequestContext,
	path: string,
	headers: Record<string, string>,
): Promise<Response> {
	const file = await c.env.ASSETS?.fetch(new URL(path, c.req.url));
	if (!file?.ok) return c.notFound();
	const origin = siteOrigin(c.get("context"), c.req.url);
	const body = (await file.text()).replaceAll(BUILT_ORIGIN, origin);
	const etag = `"${await shortDigest(body)}"`;
	const cached = { ...headers, etag, "cache-control": CACHE };
	return etagMatches(c.req.header("if-none-match"), etag)
		? c.body(null, 304, cached)
		: c.body(body, 200, cached);
}

/** The endpoint of the API description itself. */
export const openApiOperations = (): Operations => ({
	"GET /api/openapi.json": {
		id: "getOpenApi",
		summary: "This document",
		access: "everyone",
		answers: { 200: content("OpenAPI 3.1.", "application/json") },
	},
	"GET /api/docs": {
		id: "getDocs",
		summary: "The API reference, as a page",
		access: "everyone",
		answers: { 200: content("A page.", "text/html") },
	},
});
