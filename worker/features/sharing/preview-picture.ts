import { Hono } from "hono";
import type { VideoId } from "#contract/ids.ts";
import { pickThumbnail } from "#features/youtube/metadata-sources.ts";
import type { AppEnv, RequestContext } from "#http/app-env.ts";
import { runInBackground } from "#http/background.ts";
import { etagMatches, workerBuild } from "#http/caching.ts";
import { type EdgeCache, edgeCache } from "#http/edge-cache.ts";
import { siteOrigin } from "#http/site-address.ts";
import { readAddress } from "#identity/caller.ts";
import { silentAddressQuota, silentQuota } from "#identity/quota.ts";
import type { Later } from "#outbound/mail/mailer.ts";
import type { Context } from "#worker/context.ts";
import { MINUTE_MS } from "#worker/durations.ts";
import { logError } from "#worker/log.ts";
import { RecentlyUsed } from "#worker/recently-used.ts";
import { type CompletedCard, readResultCard } from "./cards.ts";
import { FRESH } from "./documents.ts";
import { pictureSvg, type Typesetters } from "./picture/layout.ts";
import { createTypesetter } from "./picture/typesetter.ts";

export type PictureRenderer = {
	type: Typesetters;
	/** Synchronous, so that no other request can draw the same picture at the same time. */
	toPng: (svg: string) => Uint8Array<ArrayBuffer>;
};

/** About 60 KB each; enough for concurrent requests. */
const MOST_RECENT = 32;

/** Keeps recently drawn pictures by key, so that concurrent requests draw a picture once. */
export function createPictureDrawer(load: () => Promise<PictureRenderer>) {
	const recent = new RecentlyUsed<Uint8Array<ArrayBuffer>>(MOST_RECENT);
	return {
		drawn: (key: string) => recent.get(key) ?? null,
		async draw(key: string, card: CompletedCard): Promise<Uint8Array<ArrayBuffer>> {
			const { type, toPng } = await load();
			// No await from here on, so that a second request finds the first one's picture.
			const known = recent.get(key);
			if (known) return known;
			const png = toPng(pictureSvg(card, type));
			recent.set(key, png, 1);
			return png;
		},
	};
}

/** The library's error if another request has initialised it in the meantime. */
const ALREADY = /already initialized/i;

let loaded: PictureRenderer | null = null;

/**
 * Loads the renderer and its fonts on first use, so that other requests do not wait for them.
 * Requests do not share a promise, because cancelling one request would fail the others.
 */
async function loadRenderer(): Promise<PictureRenderer> {
	loaded ??= await load();
	return loaded;
}

async function load(): Promise<PictureRenderer> {
	const [{ initWasm, Resvg }, wasm, latin, latin_ext, cyrillic, sans] = await Promise.all([
		import("@resvg/resvg-wasm"),
		import("@resvg/resvg-wasm/index_bg.wasm"),
		import("./picture/fonts/serif-latin.ttf"),
		import("./picture/fonts/serif-latin-ext.ttf"),
		import("./picture/fonts/serif-cyrillic.ttf"),
		import("./picture/fonts/sans-latin.ttf"),
	]);
	await initWasm(wasm.default).catch((error: unknown) => {
		if (!(error instanceof Error && ALREADY.test(error.message))) throw error;
	});
	const files = [latin, latin_ext, cyrillic, sans].map((it) => it.default);
	const fontBuffers = files.map((file) => new Uint8Array(file));
	return {
		type: {
			serif: createTypesetter([
				{ family: "Detector Serif Latin", file: latin.default },
				{ family: "Detector Serif Latin Ext", file: latin_ext.default },
				{ family: "Detector Serif Cyrillic", file: cyrillic.default },
			]),
			sans: createTypesetter([{ family: "Detector Sans", file: sans.default }]),
		},
		toPng(svg) {
			const drawing = new Resvg(svg, { font: { fontBuffers } });
			try {
				const image = drawing.render();
				try {
					return new Uint8Array(image.asPng());
				} finally {
					image.free();
				}
			} finally {
				// WebAssembly memory is not garbage-collected.
				drawing.free();
			}
		},
	};
}

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
	const all = silentQuota(context, "pictures", PER_SITE, MINUTE_MS, { lenient: true });
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
	return c.body(Uint8Array.from(png).buffer, 200, { "content-type": "image/png" });
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
				new Response(png, { headers: { "content-type": "image/png", "cache-control": KEPT } }),
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
