import { type Context, Hono } from "hono";
import { robotsText } from "#domain/sitemap/robots-text.ts";
import {
	SITEMAP_VIDEOS,
	sitemap,
	sitemapIndex,
} from "#domain/sitemap/sitemap.ts";
import { answerDocument, FRESH } from "../answer-document.ts";
import type { AppEnv } from "../app-env.ts";

const XML = "application/xml; charset=utf-8";

/** What search engines ask for before anything else. Mounted at /. */
export const crawlers = new Hono<AppEnv>()
	.get("/robots.txt", (c) =>
		answerDocument(c, {
			body: robotsText(originOf(c)),
			content_type: "text/plain; charset=utf-8",
			cache_control: FRESH,
		}),
	)
	.get("/sitemap.xml", async (c) => {
		const { entries, total } = await read(c, 0);
		return answerXml(
			c,
			total > SITEMAP_VIDEOS
				? sitemapIndex(total, originOf(c))
				: sitemap(entries, originOf(c), { with_pages: true }),
		);
	})
	.get("/sitemaps/:file{[1-9][0-9]{0,3}\\.xml}", async (c) => {
		const part = Number.parseInt(c.req.param("file"), 10) - 1;
		const { entries } = await read(c, part);
		if (entries.length === 0) return c.notFound();
		return answerXml(
			c,
			sitemap(entries, originOf(c), { with_pages: part === 0 }),
		);
	});

const originOf = (c: Context<AppEnv>) => c.get("deps").site.originOf(c.req.url);

const read = (c: Context<AppEnv>, part: number) =>
	c.get("deps").videos.sitemap({ part, size: SITEMAP_VIDEOS });

function answerXml(c: Context<AppEnv>, body: string): Promise<Response> {
	return answerDocument(c, { body, content_type: XML, cache_control: FRESH });
}
