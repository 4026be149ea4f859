import { type Context, Hono } from "hono";
import { ChannelId } from "#contract/ids.ts";
import { atomFeed } from "#domain/feed/atom-feed.ts";
import { visibleText } from "#domain/text/visible-text.ts";
import { answerDocument, FRESH } from "../answer-document.ts";
import type { AppEnv } from "../app-env.ts";

/** Mounted at /. */
export const feeds = new Hono<AppEnv>()
	.get("/feed.xml", async (c) => {
		const entries = await c.get("deps").cards.feed(null);
		return answerFeed(c, {
			title: "BS Detector: new analyses",
			subtitle: "Videos whose factual statements AI models have rated.",
			entries,
		});
	})
	.get("/channel/:id/feed.xml", async (c) => {
		const channel_id = ChannelId.safeParse(c.req.param("id"));
		if (!channel_id.success) return c.notFound();
		const entries = await c.get("deps").cards.feed(channel_id.data);
		const name = visibleText(entries[0]?.channel_name ?? "");
		return answerFeed(c, {
			title: `BS Detector: analyses of ${name || "a channel"}`,
			subtitle: `Videos of ${name || "this channel"} whose factual statements AI models have rated.`,
			entries,
		});
	});

function answerFeed(
	c: Context<AppEnv>,
	feed: Pick<Parameters<typeof atomFeed>[0], "title" | "subtitle" | "entries">,
): Promise<Response> {
	const origin = c.get("deps").site.originOf(c.req.url);
	return answerDocument(c, {
		body: atomFeed({ ...feed, origin, path: c.req.path }),
		content_type: "application/atom+xml; charset=utf-8",
		cache_control: FRESH,
	});
}
