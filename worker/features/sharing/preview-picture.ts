import { Hono } from "hono";
import type { VideoId } from "#contract/ids.ts";
import { pickThumbnail } from "#features/youtube/metadata-sources.ts";
import type { AppEnv, RequestContext } from "#http/app-env.ts";
import { runInBackground } from "#http/background.ts";
import { etagMatches, workerBuild } from "#http/caching.ts";
import { type EdgeCache, edgeCache } from "#http/edge-cache.ts";
import { siteOrigin } from "#http/site-address.ts";
import { silentAddressQuota } from "#identity/address-quota.ts";
import { readAddress } from "#identity/caller.ts";
import { silentQuota } from "#identity/quota.ts";
import type { Later } from "#outbound/mail/mailer.ts";
import type { Context } from "#worker/context.ts";
import { MINUTE_MS } from "#worker/durations.ts";
import { logError } from "#worker/log.ts";
import { type CompletedCard, readResultCard } from "./cards.ts";
import { FRESH } from "./documents.ts";
import { createPictureDrawer, loadRenderer } from "./picture/draw.ts";

const NAME = /^([^.]*)\.png$/;

/** Mounted at /og: 1200 by 630, for link previews. */
export const og = new Hono<AppEnv>().get("/:file", async (c) => {
	const [, id] = NAME.exec(c.req.param("file")) ?? [];
	if (id === undefined) return c.notFound();
	const { card } = await readResultCard(c.get("context"), id);
	if (card.state === "unknown") return c.notFound();
	if (card.state !== "completed") return thumbnail(c, card.video_id);
	return picture(c, card);
});

/** New pictures per minute and address: more than a preview reader needs, few enough to draw. */
const PER_ADDRESS = 30;
/** New pictures per minute for the whole site: about ten seconds of CPU time. */
const PER_SITE = 120;

/** Shared by all requests of this isolate, so that recent pictures are reused. */
const drawer = createPictureDrawer(loadRenderer);

function pictures(c: RequestContext): Pictures {
	const context = c.get("context");
	return {
		...drawer,
		...pictureCache(edgeCache(c.env), siteOrigin(context, c.req.url)),
		mayDraw: (address) => mayDraw(context, address),
		failed: (error) => logError("picture not drawn", { error }),
	};
}

/**
 * Whether the address may request another picture. Drawing one takes a tenth of a second of CPU
 * time.
 */
async function mayDraw(context: Context, address: string): Promise<boolean> {
	const own = silentAddressQuota(context, {
		address,
		key: (network) => `picture:${network}`,
		limit: PER_ADDRESS,
		window_ms: MINUTE_MS,
		lenient: true,
	});
	if (!(await own.consume()).ok) return false;
	const all = silentQuota(context, "pictures", PER_SITE, MINUTE_MS, {
		lenient: true,
	});
	return (await all.consume()).ok;
}

async function picture(c: RequestContext, card: CompletedCard) {
	const { video_id, version } = card;
	const etag = `"v${version}-${workerBuild}"`;
	const unchanged = etagMatches(c.req.header("if-none-match"), etag);
	const png = unchanged
		? null
		: await showPicture(pictures(c), {
				card,
				key: `${video_id}-${version}-${workerBuild}`,
				address: readAddress(c),
				later: runInBackground(c),
			});
	if (!unchanged && png === null) return thumbnail(c, video_id, card.thumbnail_url);
	c.header("etag", etag);
	c.header("cache-control", FRESH);
	if (png === null) return c.body(null, 304);
	return c.body(Uint8Array.from(png).buffer, 200, {
		"content-type": "image/png",
	});
}

/** YouTube's thumbnail of the video, used until there is a picture of the result. */
function thumbnail(c: RequestContext, video_id: VideoId, url?: string) {
	return c.redirect(url ?? pickThumbnail(video_id, []), 302);
}

/**
 * A key contains the version and the build, so a cached picture is never outdated. The edge
 * evicts unused ones.
 */
const KEPT = "public, max-age=2592000";

/** The edge cache, keyed by addresses of this site that no route handles. */
function pictureCache(cache: EdgeCache, origin: string) {
	const address = (key: string) => `${origin}/og-kept/${encodeURIComponent(key)}`;
	return {
		async kept(key: string): Promise<Uint8Array<ArrayBuffer> | null> {
			const found = await cache.match(address(key));
			return found ? new Uint8Array(await found.arrayBuffer()) : null;
		},
		keep: (key: string, png: Uint8Array<ArrayBuffer>): Promise<void> =>
			cache.put(
				address(key),
				new Response(png, {
					headers: { "content-type": "image/png", "cache-control": KEPT },
				}),
			),
	};
}

/**
 * The dependencies of a picture. Passed as an argument, because tests replace the edge cache, the
 * limit and the drawing.
 */
export type Pictures = {
	/** Returns a picture that this isolate has drawn recently. */
	drawn: (key: string) => Uint8Array<ArrayBuffer> | null;
	kept: (key: string) => Promise<Uint8Array<ArrayBuffer> | null>;
	keep: (key: string, png: Uint8Array<ArrayBuffer>) => Promise<void>;
	/** Whether the address may request another picture. */
	mayDraw: (address: string) => Promise<boolean>;
	/** Concurrent requests for the same picture draw it once. */
	draw: (key: string, card: CompletedCard) => Promise<Uint8Array<ArrayBuffer>>;
	/** Logs a failure, which visitors do not see. */
	failed: (error: unknown) => void;
};

/**
 * Returns the result's preview as PNG, drawn once for each key, which identifies one version.
 * null if the caller has requested too many or if drawing failed.
 */
export async function showPicture(
	pictures: Pictures,
	asked: { card: CompletedCard; key: string; address: string; later: Later },
): Promise<Uint8Array<ArrayBuffer> | null> {
	const { card, key, address, later } = asked;
	try {
		const known = pictures.drawn(key) ?? (await pictures.kept(key));
		if (known) return known;
		if (!(await pictures.mayDraw(address))) return null;
		const png = await pictures.draw(key, card);
		later(() => pictures.keep(key, png));
		return png;
	} catch (error) {
		pictures.failed(error);
		return null;
	}
}
