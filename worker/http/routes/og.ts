import { type Context, Hono } from "hono";
import type { VideoId } from "#contract/ids.ts";
import type { CompletedCard } from "#domain/card/result-card.ts";
import { matchesTag } from "#domain/matches-tag.ts";
import { pickThumbnail } from "#domain/thumbnail.ts";
import { showPicture } from "#use-cases/show-picture.ts";
import { addressOf } from "../address-of.ts";
import { FRESH } from "../answer-document.ts";
import type { AppEnv } from "../app-env.ts";
import { cardOf } from "../card-of.ts";
import { inBackground } from "../in-background.ts";
import { workerBuild } from "../pages/worker-build.ts";

const NAME = /^([^.]*)\.png$/;

/** Mounted at /og: 1200 by 630, as previews of links are shown. */
export const og = new Hono<AppEnv>().get("/:file", async (c) => {
	const [, id] = NAME.exec(c.req.param("file")) ?? [];
	if (id === undefined) return c.notFound();
	const { card } = await cardOf(c, id);
	if (card.state === "unknown") return c.notFound();
	if (card.state !== "completed") return thumbnail(c, card.video_id);
	return picture(c, card);
});

async function picture(c: Context<AppEnv>, card: CompletedCard) {
	const { video_id, version } = card;
	const etag = `"v${version}-${workerBuild}"`;
	const unchanged = matchesTag(c.req.header("if-none-match"), etag);
	const png = unchanged
		? null
		: await showPicture(c.get("deps").pictures(new URL(c.req.url).origin), {
				card,
				key: `${video_id}-${version}-${workerBuild}`,
				address: addressOf(c),
				later: inBackground(c),
			});
	if (!unchanged && png === null)
		return thumbnail(c, video_id, card.thumbnail_url);
	c.header("etag", etag);
	c.header("cache-control", FRESH);
	if (png === null) return c.body(null, 304);
	return c.body(Uint8Array.from(png).buffer, 200, {
		"content-type": "image/png",
	});
}

/** The platform's own picture of the video, until there is one of the result. */
function thumbnail(c: Context<AppEnv>, video_id: VideoId, url?: string) {
	return c.redirect(url ?? pickThumbnail(video_id, []), 302);
}
