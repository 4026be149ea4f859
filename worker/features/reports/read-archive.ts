import type { VideoPage, VideoQuery } from "#contract/video.ts";
import { badCursor } from "#http/operation.ts";
import { problem } from "#http/problems.ts";
import { addressQuota } from "#identity/address-quota.ts";
import type { Context } from "#worker/context.ts";
import { MINUTE_MS } from "#worker/durations.ts";
import { listVideos } from "./list-queries.ts";

/** Longer than any title; a longer query cannot match. */
const MAX_QUERY_CHARS = 200;

/** What is searched for; empty if nothing is. */
export function searchedWords(q = ""): string {
	return q.trim().slice(0, MAX_QUERY_CHARS);
}

/** Counts a search against the address's limit. Throws a ProblemError if there are too many. */
export async function consumeSearch(context: Context, address: string): Promise<void> {
	const granted = await addressQuota(context, {
		address,
		key: (network) => `search:${network}`,
		limit: context.settings.LIMIT_SEARCH,
		window_ms: MINUTE_MS,
		lenient: true,
	}).consume();
	if (!granted.ok) throw problem("too_many_requests/searches", granted);
}

/** One page of the archive. A search is counted against the caller's address. */
export async function readArchive(
	context: Context,
	address: string,
	{ cursor, q, ...asked }: VideoQuery,
): Promise<VideoPage> {
	const words = searchedWords(q);
	if (words !== "") await consumeSearch(context, address);
	const { db, view } = context;
	const page = await listVideos(db.near, {
		...asked,
		cursor: cursor ?? null,
		view,
		q: words,
	});
	if (page === "bad_cursor") throw badCursor();
	return page;
}
