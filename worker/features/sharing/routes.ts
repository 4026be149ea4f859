import { Hono, type MiddlewareHandler } from "hono";
import type { AppEnv } from "#http/app-env.ts";
import { openHeaders, requestId } from "#http/headers.ts";
import { answerDocumentOptions } from "#http/methods.ts";
import { badge } from "./badge.ts";
import { crawlers } from "./crawlers.ts";
import { embed } from "./embed.ts";
import { feeds } from "./feeds.ts";
import { oembed } from "./oembed.ts";
import { og } from "./preview-picture.ts";

const PATHS = [
	"/robots.txt",
	"/sitemap.xml",
	"/sitemaps/:file",
	"/feed.xml",
	"/channel/:id/feed.xml",
	"/oembed",
	"/embed/:id",
	"/badge/:file",
	"/og/:file",
	"/og/:id/:file",
];

/** Cards, badges, feeds and pictures for other sites and programs. Mounted at /. */
export function openDocuments(withContext: MiddlewareHandler<AppEnv>) {
	const documents = new Hono<AppEnv>();
	for (const path of PATHS)
		documents.use(path, requestId, openHeaders, withContext).options(path, answerDocumentOptions);
	return documents
		.route("/", crawlers)
		.route("/", feeds)
		.route("/oembed", oembed)
		.route("/embed", embed)
		.route("/badge", badge)
		.route("/og", og);
}
