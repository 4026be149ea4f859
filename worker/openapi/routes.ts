import type { RequestContext } from "#http/app-env.ts";
import { etagMatches, shortDigest } from "#http/caching.ts";
import { endpoint } from "#http/endpoint.ts";
import { content } from "#http/operation.ts";
import { siteOrigin } from "#http/site-address.ts";

/** The origin in the built files; responses replace it by the site's own. */
export const BUILT_ORIGIN = "https://site.invalid";

/** The files change only with a deployment. */
const CACHE = "public, max-age=300";

/** Everything is loaded from this site. */
const POLICY =
	"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The API description and the reference made from it. */
export const openApiEndpoints = [
	endpoint({
		method: "GET",
		path: "/api/openapi.json",
		id: "getOpenApi",
		summary: "This document",
		access: "everyone",
		cross_origin: "public",
		answers: { 200: content("OpenAPI 3.1.", "application/json") },
		handle: (_, { c }) => answerBuilt(c, { "content-type": "application/json" }),
	}),
	endpoint({
		method: "GET",
		path: "/api/docs",
		id: "getDocs",
		summary: "The API reference, as a page",
		access: "everyone",
		answers: { 200: content("A page.", "text/html") },
		handle: (_, { c }) =>
			answerBuilt(c, {
				"content-security-policy": POLICY,
				"content-type": "text/html; charset=utf-8",
			}),
	}),
];

/** Sends a file that the build wrote, with the site's origin. */
async function answerBuilt(c: RequestContext, headers: Record<string, string>): Promise<Response> {
	const file = await c.env.ASSETS?.fetch(new URL(c.req.path, c.req.url));
	if (!file?.ok) return c.notFound();
	const origin = siteOrigin(c.get("context"), c.req.url);
	const body = (await file.text()).replaceAll(BUILT_ORIGIN, origin);
	const etag = `"${await shortDigest(body)}"`;
	const cached = { ...headers, etag, "cache-control": CACHE };
	return etagMatches(c.req.header("if-none-match"), etag)
		? c.body(null, 304, cached)
		: c.body(body, 200, cached);
}
