import { Hono } from "hono";
import type { AppEnv } from "../app-env.ts";
import { openApiDocument } from "../openapi/document.ts";

/** The API as OpenAPI 3.1. */
export const openApi = new Hono<AppEnv>().get("/", (c) => {
	c.header("cache-control", "public, max-age=300");
	c.header("access-control-allow-origin", "*");
	return c.json(openApiDocument(c.get("deps").site.originOf(c.req.url)));
});
