import { Hono } from "hono";
import { answerDocument } from "#features/sharing/documents.ts";
import type { AppEnv } from "#http/app-env.ts";
import { siteOrigin } from "#http/site-address.ts";
import { openApiDocument } from "./document.ts";
import { referencePage } from "./reference-page.ts";

/** The API as OpenAPI 3.1. */
export const openApi = new Hono<AppEnv>().get("/", (c) => {
	c.header("cache-control", "public, max-age=300");
	c.header("access-control-allow-origin", "*");
	return c.json(openApiDocument(siteOrigin(c.get("context"), c.req.url)));
});

/** Its style sheet and its mark are ours; nothing in it runs. */
const POLICY =
	"default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The API's reference, for people. */
export const apiDocs = new Hono<AppEnv>().get("/", async (c) => {
	c.header("content-security-policy", POLICY);
	const origin = siteOrigin(c.get("context"), c.req.url);
	const page = await referencePage(openApiDocument(origin));
	return answerDocument(c, {
		body: page.toString(),
		content_type: "text/html; charset=utf-8",
		cache_control: "public, max-age=300",
	});
});
