import type { Context } from "hono";
import { reportPath } from "#contract/addresses.ts";
import type { VideoId } from "#contract/ids.ts";
import { logFailure } from "#http/answer-problem.ts";
import type { AppEnv } from "#http/app-env.ts";
import { shortDigest } from "#http/caching.ts";
import type { WrittenPage } from "./compose-page.ts";
import { readShell, type Shell } from "./shell.ts";

/** One copy for each page and build, so that a page from an earlier deployment is never found. */
function copyKey(page_url: string, build: string): Request {
	const { origin, pathname } = new URL(page_url);
	return new Request(`${origin}/_copy/${workerBuild}-${build}${pathname}`);
}

/** This data center's copy, or null. */
export async function findCopy(
	page_url: string,
	build: string,
): Promise<Response | null> {
	const copy = await edge().match(copyKey(page_url, build));
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
	await edge().put(copyKey(page_url, build), copy);
}

/**
 * Deletes this data center's copy of a report when a run of it starts. The run goes on if
 * that fails, because a copy expires by itself within seconds.
 */
export async function dropReportCopy(
	c: Context<AppEnv>,
	video_id: VideoId,
): Promise<void> {
	const assets = c.env.ASSETS;
	if (!assets) return;
	try {
		const { build } = await readShell(assets, c.req.url);
		const page_url = new URL(reportPath(video_id), c.req.url).href;
		await edge().delete(copyKey(page_url, build));
	} catch (error) {
		logFailure(error, c.get("request_id"));
	}
}

/** The browser's type of `caches` has no `default`; the platform's has one. */
function edge(): Cache {
	return (caches as CacheStorage & { default: Cache }).default;
}

/**
 * How long a data center answers from its own copy of a page. Copies in other data
 * centers cannot be deleted, so a copy has to expire before a re-analysis that started
 * after it can end: a run calls the platform and then models, which takes longer than
 * this. During a run no page is kept. This also limits how late a vote is shown.
 */
export const EDGE_COPY_S = 5;

/**
 * The ETag of a composed page: its whole content and the builds that made it. Weak,
 * because the edge compresses it.
 */
export async function pageEtag(
	{ title, head, body, data }: WrittenPage,
	status: number,
	shell: Shell,
	version = 0,
): Promise<string> {
	const content = await shortDigest(
		[status, title, head, body, data].join("\0"),
	);
	return `W/"v${version}-${content}-${shell.build}-${workerBuild}"`;
}

/** Set by the build: a hash of the worker's sources. */
declare const WORKER_BUILD: string | undefined;

/** Changes with the code that composes pages, so that copies do not outlive a deployment. */
export const workerBuild: string =
	typeof WORKER_BUILD === "string" ? WORKER_BUILD : "unbuilt";
