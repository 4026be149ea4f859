import { reportPath } from "#contract/addresses.ts";
import { VideoId } from "#contract/ids.ts";
import { logFailure } from "#http/answer-problem.ts";
import type { RequestContext } from "#http/app-env.ts";
import { type Composed, shortDigest, workerBuild } from "#http/caching.ts";
import { type EdgeCache, edgeCache } from "#http/edge-cache.ts";
import { siteOrigin } from "#http/site-address.ts";
import type { Context } from "#worker/context.ts";
import { readShell, type Shell } from "./shell.ts";
import type { ServedPage } from "./site-page.ts";

/** A page by its one address, as `pagePath` gives it, and the build of the app in it. */
type PageKey = { origin: string; path: string; build: string };

/** One copy for each page and build, so that a page from an earlier deployment is never found. */
function copyKey({ origin, path, build }: PageKey): string {
	return `${origin}/_copy/${workerBuild}-${build}${path}`;
}

export type EdgeCopy = { response: Response; composed_at_ms: number; age_s: number };

/** Of the copy, in milliseconds: the cache's own `age` begins where the copy came from. */
const COMPOSED_AT = "x-composed-at";

/** This data center's copy, however old, or null. */
export async function findCopy(
	cache: EdgeCache,
	page: PageKey,
	now_ms: number,
): Promise<EdgeCopy | null> {
	const response = await cache.match(copyKey(page));
	if (!response) return null;
	const composed_at_ms = Number(response.headers.get(COMPOSED_AT));
	const age_s = Math.max(0, (now_ms - composed_at_ms) / 1_000);
	return { response, composed_at_ms, age_s };
}

/** More reports than any page links to. */
const MOST_LINKED = 60;
const LINKED = /\/results\/([A-Za-z0-9_-]{11})(?![A-Za-z0-9_-])/g;

/**
 * Whether something that the page may show was taken down after the copy was made. Each video's
 * object is asked, because the copy is only shown while the database is away; a copy of which that
 * cannot be learned is not shown.
 */
export async function isTakenDownSince(
	{ objects }: Context,
	html: string,
	composed_at_ms: number,
): Promise<boolean> {
	const linked = new Set([...html.matchAll(LINKED)].map(([, id]) => VideoId.parse(id)));
	const ids = [...linked].slice(0, MOST_LINKED);
	// The page may have been made from a replica, which is a moment behind.
	const from_ms = composed_at_ms - EDGE_COPY_S * 1_000;
	const asked = await Promise.all(
		ids.map((id) =>
			objects.VIDEO_ANALYSIS.getByName(id)
				.takenDown(null)
				.then(({ at_ms }) => at_ms !== null && at_ms >= from_ms)
				.catch(() => true),
		),
	);
	return asked.includes(true);
}

export async function keepCopy(
	cache: EdgeCache,
	page: PageKey,
	{ body, etag }: Composed,
	now_ms: number,
): Promise<void> {
	const copy = new Response(body, {
		headers: {
			etag,
			"cache-control": `public, s-maxage=${LAST_COPY_S}`,
			[COMPOSED_AT]: String(now_ms),
		},
	});
	await cache.put(copyKey(page), copy);
}

/**
 * Deletes this data center's copy of a report when a run of it starts or part of it is hidden. That
 * goes on if this fails, because a copy expires by itself within seconds.
 */
export async function dropReportCopy(c: RequestContext, video_id: VideoId): Promise<void> {
	const assets = c.env.ASSETS;
	if (!assets) return;
	try {
		const { build } = await readShell(assets, c.req.url);
		const origin = siteOrigin(c.get("context"), c.req.url);
		const page = { origin, path: reportPath(video_id), build };
		await edgeCache(c.env).delete(copyKey(page));
	} catch (error) {
		logFailure(error, c.get("request_id"));
	}
}

/**
 * How long a data center answers from its own copy of a page. Copies in other data
 * centers cannot be deleted, so a copy has to expire before a re-analysis that started
 * after it can end: a run calls the platform and then models, which takes longer than
 * this. During a run no page is kept. This also limits how late a vote is shown.
 */
export const EDGE_COPY_S = 5;
/** For as long the last copy is shown, with its age, if the database cannot be reached. */
const LAST_COPY_S = 24 * 60 * 60;

/**
 * The ETag of a page: everything that it is composed from, and the builds that compose it. Weak,
 * because the edge compresses it.
 */
export async function pageEtag(
	shell: Shell,
	{ status, version, made_from }: Pick<ServedPage, "status" | "version" | "made_from">,
): Promise<string> {
	const digest = await shortDigest(`${status} ${made_from}`);
	return `W/"v${version}-${digest}-${shell.build}-${workerBuild}"`;
}
