import { followingWords } from "#contract/following-words.ts";
import type { FollowingItem } from "#contract/follows.ts";
import type { RequestContext } from "#http/app-env.ts";
import { etagMatches, shortDigest } from "#http/caching.ts";
import { siteOrigin } from "#http/site-address.ts";
import { type AtomEntry, atomDocument } from "#text/atom.ts";
import { visibleText } from "#text/clean.ts";

export const FEED_PATH = "/api/following.atom";

/** Answers with the items as an Atom document. The feed's own link leaves the secret out. */
export async function answerFollowingFeed(
	c: RequestContext,
	items: readonly FollowingItem[],
): Promise<Response> {
	const body = atomDocument({
		origin: siteOrigin(c.get("context"), c.req.url),
		path: FEED_PATH,
		title: "BS Detector: what you follow",
		subtitle: "New uploads, results and moved verdicts of what you follow.",
		page: "/following",
		entries: items.map(toEntry),
	});
	const etag = `"${await shortDigest(body)}"`;
	c.header("cache-control", "private, no-cache");
	c.header("etag", etag);
	if (etagMatches(c.req.header("if-none-match"), etag)) return c.body(null, 304);
	return c.body(body, 200, { "content-type": "application/atom+xml; charset=utf-8" });
}

function toEntry(item: FollowingItem): AtomEntry {
	const { heading, detail } = followingWords(item);
	return {
		specific: `following/${item.id}`,
		title: visibleText(heading),
		published: item.at,
		updated: item.at,
		path: item.path,
		category: null,
		summary: visibleText(detail),
	};
}
