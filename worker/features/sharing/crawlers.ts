import { and, asc, eq } from "drizzle-orm";
import { Hono } from "hono";
import { SITE_PAGES } from "#contract/site.ts";
import { runBatch } from "#db/batch.ts";
import type { Db } from "#db/client.ts";
import { siteCounters } from "#db/tables/runs.ts";
import { videos } from "#db/tables/videos.ts";
import { LISTED, shownIn } from "#db/view.ts";
import type { AppEnv, RequestContext } from "#http/app-env.ts";
import { siteOrigin } from "#http/site-address.ts";
import { escapeMarkup } from "#text/markup.ts";
import { answerDocument, FRESH } from "./documents.ts";

const XML = "application/xml; charset=utf-8";

/** robots.txt and the sitemaps. Mounted at /. */
export const crawlers = new Hono<AppEnv>()
	.get("/robots.txt", (c) =>
		answerDocument(c, {
			body: robotsText(requestOrigin(c)),
			content_type: "text/plain; charset=utf-8",
			cache_control: FRESH,
		}),
	)
	.get("/sitemap.xml", async (c) => {
		const { entries, total } = await read(c, 0);
		return answerXml(
			c,
			total > SITEMAP_VIDEOS
				? sitemapIndex(total, requestOrigin(c))
				: sitemap(entries, requestOrigin(c), { with_pages: true }),
		);
	})
	.get("/sitemaps/:file{[1-9][0-9]{0,3}\\.xml}", async (c) => {
		const part = Number.parseInt(c.req.param("file"), 10) - 1;
		const { entries } = await read(c, part);
		if (entries.length === 0) return c.notFound();
		return answerXml(c, sitemap(entries, requestOrigin(c), { with_pages: part === 0 }));
	});

const requestOrigin = (c: RequestContext) => siteOrigin(c.get("context"), c.req.url);

const read = (c: RequestContext, part: number) =>
	readSitemap(c.get("context").db.near, { part, size: SITEMAP_VIDEOS });

function answerXml(c: RequestContext, body: string): Promise<Response> {
	return answerDocument(c, { body, content_type: XML, cache_control: FRESH });
}

/** The protocol allows 50,000 addresses per file. A fifth of that keeps the query fast. */
const SITEMAP_VIDEOS = 10_000;

/** A report in a sitemap; `changed_at` is ISO 8601. */
type SitemapEntry = { video_id: string; changed_at: string };

const NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9";
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';

/**
 * A sitemap with reports and the times of their last published results. The site's own pages come
 * first, if included.
 */
function sitemap(
	entries: readonly SitemapEntry[],
	origin: string,
	{ with_pages }: { with_pages: boolean },
): string {
	const pages = Object.entries(SITE_PAGES)
		.filter(([, { indexable }]) => with_pages && indexable)
		.map(([path]) => `<url><loc>${escapeMarkup(origin + path)}</loc></url>`);
	const reports = entries.map(
		({ video_id, changed_at }) =>
			`<url><loc>${escapeMarkup(`${origin}/results/${video_id}`)}</loc><lastmod>${escapeMarkup(changed_at)}</lastmod></url>`,
	);
	return document("urlset", [...pages, ...reports]);
}

/**
 * The sitemap index for this number of reports. The first sitemap includes the site's own pages.
 */
export function sitemapIndex(reports: number, origin: string, per_file = SITEMAP_VIDEOS): string {
	const files = Array.from(
		{ length: Math.ceil(reports / per_file) },
		(_, place) =>
			`<sitemap><loc>${escapeMarkup(`${origin}/sitemaps/${place + 1}.xml`)}</loc></sitemap>`,
	);
	return document("sitemapindex", files);
}

function document(root: string, elements: string[]): string {
	return `${[DECLARATION, `<${root} xmlns="${NAMESPACE}">`, ...elements, `</${root}>`].join("\n")}\n`;
}

/**
 * Paths closed to crawlers: data, personal pages, and cards of results that have their own page.
 */
const CLOSED = ["/api/", "/embed/", "/dashboard", "/account", "/admin"];

/** The parts of the site that crawlers may read. */
function robotsText(origin: string): string {
	return [
		"User-agent: *",
		...CLOSED.map((path) => `Disallow: ${path}`),
		// The API reference is a page, although its path is below /api.
		"Allow: /api/docs",
		"",
		`Sitemap: ${origin}/sitemap.xml`,
		"",
	].join("\n");
}

/** Real results only; simulated ones are not useful to searchers. */
const INDEXABLE = and(LISTED, shownIn({ simulated: false }));

/**
 * Reads one part of the indexable reports and their total number, in one round trip. Oldest
 * first, so that a full part never changes.
 */
export async function readSitemap(
	db: Db,
	{ part, size }: { part: number; size: number },
): Promise<{ entries: SitemapEntry[]; total: number }> {
	const { entries, counted } = await runBatch(db, {
		entries: db
			.select({ video_id: videos.id, changed_at: videos.updated_at })
			.from(videos)
			.where(INDEXABLE)
			.orderBy(asc(videos.first_completed_at), asc(videos.id))
			.limit(size)
			.offset(part * size),
		// The total is maintained on publication, because counting here would read a million rows.
		counted: db
			.select({ total: siteCounters.total_videos })
			.from(siteCounters)
			.where(eq(siteCounters.simulated, false)),
	});
	return { entries, total: counted[0]?.total ?? 0 };
}
