import type { Context } from "hono";
import type { VideoId } from "#contract/ids.ts";
import { reportPath } from "#domain/pages/report-address.ts";
import type { AppEnv } from "../app-env.ts";
import { EDGE_COPY_S } from "./edge-copy-life.ts";
import { readShell } from "./read-shell.ts";
import { workerBuild } from "./worker-build.ts";

/** One copy a page and build: what an earlier deployment composed is never found. */
function keyOf(page_url: string, build: string): Request {
	const { origin, pathname } = new URL(page_url);
	return new Request(`${origin}/_copy/${workerBuild}-${build}${pathname}`);
}

/** This data center's copy, or null. */
export async function findCopy(
	page_url: string,
	build: string,
): Promise<Response | null> {
	const copy = await edge().match(keyOf(page_url, build));
	return copy ?? null;
}

export async function keepCopy(
	page_url: string,
	build: string,
	html: string,
	etag: string,
): Promise<void> {
	const copy = new Response(html, {
		headers: { etag, "cache-control": `public, s-maxage=${EDGE_COPY_S}` },
	});
	await edge().put(keyOf(page_url, build), copy);
}

/** Lets go of this data center's copy of a report, as a run of it begins. */
export async function dropReportCopy(
	c: Context<AppEnv>,
	video_id: VideoId,
): Promise<void> {
	const assets = c.env.ASSETS;
	if (!assets) return;
	const { build } = await readShell(assets, c.req.url);
	const page_url = new URL(reportPath(video_id), c.req.url).href;
	await edge().delete(keyOf(page_url, build));
}

/** The browser's type of `caches` has no `default`; the platform's does. */
function edge(): Cache {
	return (caches as CacheStorage & { default: Cache }).default;
}
