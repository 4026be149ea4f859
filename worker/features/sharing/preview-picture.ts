import { crc32 } from "node:zlib";
import { Hono } from "hono";
import { StatementId, type VideoId } from "#contract/ids.ts";
import { PICTURE_WITH_AI } from "#contract/made-by.ts";
import { readSurely } from "#db/client.ts";
import { readReport } from "#features/reports/queries.ts";
import { findReportTakedown } from "#features/takedowns/queries.ts";
import { takenDown } from "#features/takedowns/refusal.ts";
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
import { pictureSvg } from "./picture/layout.ts";
import { readFont } from "./picture/load-fonts.ts";
import { loadLibrary, type PictureRenderer, rendererFor } from "./picture/renderer.ts";
import { pictureOfMoments, statementSvg, statementTexts } from "./picture/statement-layout.ts";
import type { Typesetters } from "./picture/svg-text.ts";

/** A picture to draw, and its texts, which decide on the fonts. */
export type Picture = {
	texts: readonly string[];
	svg: (type: Typesetters) => string;
	/** Whether it shows what AI models wrote. */
	ai_written: boolean;
};

const MOST_RECENT = 32;

/** Keeps recently drawn pictures by key, so that concurrent requests draw a picture once. */
export function createPictureDrawer(
	recent: RecentlyUsed<Uint8Array<ArrayBuffer>>,
	load: (texts: readonly string[]) => Promise<PictureRenderer>,
) {
	return {
		drawn: (key: string) => recent.get(key) ?? null,
		async draw(key: string, picture: Picture): Promise<Uint8Array<ArrayBuffer>> {
			const { type, toPng } = await load(picture.texts);
			// No await from here on, so that a second request finds the first one's picture.
			const known = recent.get(key);
			if (known) return known;
			const drawn = toPng(picture.svg(type));
			const png = picture.ai_written ? withSourceType(drawn, PICTURE_WITH_AI) : drawn;
			recent.set(key, png, 1);
			return png;
		},
	};
}

const NAME = /^([^.]*)\.png$/;

/** Mounted at /og: 1200 by 630, for link previews. */
export const og = new Hono<AppEnv>()
	.get("/:file", (c) => answerPicture(c, c.req.param("file"), null))
	.get("/:id/:file", (c) => {
		const [, statement_id] = NAME.exec(c.req.param("file")) ?? [];
		const id = StatementId.safeParse(statement_id);
		return id.success ? answerPicture(c, `${c.req.param("id")}.png`, id.data) : c.notFound();
	});

/** The picture of a result, or of one of its statements. */
async function answerPicture(c: RequestContext, file: string, statement_id: StatementId | null) {
	const context = c.get("context");
	const [, id] = NAME.exec(file) ?? [];
	if (id === undefined) return c.notFound();
	const { card, statements } = await readResultCard(context, id, statement_id);
	if (card.state === "taken_down") throw takenDown(card.takedown);
	if (card.state === "unknown") return c.notFound();
	if (card.state !== "completed") return thumbnail(c, card.video_id);
	if (statement_id !== null && !statements.some((it) => it.id === statement_id)) {
		const takedown = await findReportTakedown(context.db, card.video_id, statement_id);
		if (takedown) throw takenDown(takedown);
		return c.notFound();
	}
	return picture(c, card, statement_id);
}

/** Reads what the picture shows. A result's own picture needs no more than its card. */
async function readPicture(
	{ db, view }: Context,
	card: CompletedCard,
	statement_id: StatementId | null,
): Promise<Picture> {
	const ai_written = card.raters > 0 && !card.simulated;
	if (statement_id === null && card.moments === null)
		return {
			texts: [card.title, card.channel_name],
			svg: (type) => pictureSvg(card, type),
			ai_written,
		};
	const { video, statements, moments } = await readSurely(
		db,
		(on) => readReport(on, card.video_id, view),
		(found) => found.video === null,
	);
	if (video === null) throw new Error("The result has gone.");
	const statement = statements.find(({ id }) => id === statement_id);
	const shown = statement
		? { video, statement, moments: null }
		: pictureOfMoments({ video, statements, moments });
	return { texts: statementTexts(shown), svg: (type) => statementSvg(shown, type), ai_written };
}

/** New pictures per minute and address: more than a preview reader needs, few enough to draw. */
const PER_ADDRESS = 30;
/** New pictures per minute for the whole site: about ten seconds of CPU time. */
const PER_SITE = 120;

/** About 60 KB each; enough for concurrent requests. Shared by all requests of this isolate. */
const recent = new RecentlyUsed<Uint8Array<ArrayBuffer>>(MOST_RECENT);

function pictures(c: RequestContext): Pictures {
	const context = c.get("context");
	const origin = siteOrigin(context, c.req.url);
	return {
		...createPictureDrawer(recent, async (texts) => {
			const library = await loadLibrary();
			return rendererFor(texts, library, (name) => readFont(c.env.ASSETS, origin, name));
		}),
		...pictureCache(edgeCache(c.env), origin),
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

async function picture(c: RequestContext, card: CompletedCard, statement_id: StatementId | null) {
	const { video_id, version } = card;
	const etag = `"v${version}-${workerBuild}"`;
	const unchanged = etagMatches(c.req.header("if-none-match"), etag);
	const png = unchanged
		? null
		: await showPicture(pictures(c), {
				read: () => readPicture(c.get("context"), card, statement_id),
				key: [video_id, statement_id ?? "video", version, workerBuild].join("-"),
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
	draw: (key: string, picture: Picture) => Promise<Uint8Array<ArrayBuffer>>;
	/** Logs a failure, which visitors do not see. */
	failed: (error: unknown) => void;
};

/**
 * Returns the result's preview as PNG, drawn once for each key, which identifies one version.
 * null if the caller has requested too many or if drawing failed.
 */
export async function showPicture(
	pictures: Pictures,
	asked: { read: () => Promise<Picture>; key: string; address: string; later: Later },
): Promise<Uint8Array<ArrayBuffer> | null> {
	const { read, key, address, later } = asked;
	try {
		const known = pictures.drawn(key) ?? (await pictures.kept(key));
		if (known) return known;
		if (!(await pictures.mayDraw(address))) return null;
		const png = await pictures.draw(key, await read());
		later(() => pictures.keep(key, png));
		return png;
	} catch (error) {
		pictures.failed(error);
		return null;
	}
}

/** Eight bytes of signature, then the header: length, type, 13 bytes and a checksum. */
const HEADER_END = 8 + 4 + 4 + 13 + 4;
/** Keyword, then no compression, language and translated keyword: the PNG specification's iTXt. */
const KEYWORD = "XML:com.adobe.xmp\0\0\0\0\0";

/**
 * The picture with IPTC's Digital Source Type in XMP, where programs look for it. `source_type` is
 * an address of that vocabulary.
 */
export function withSourceType(
	png: Uint8Array<ArrayBuffer>,
	source_type: string,
): Uint8Array<ArrayBuffer> {
	const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" Iptc4xmpExt:DigitalSourceType="${source_type}"/></rdf:RDF></x:xmpmeta>`;
	const content = new TextEncoder().encode(`iTXt${KEYWORD}${xmp}`);
	const chunk = new Uint8Array(4 + content.length + 4);
	const numbers = new DataView(chunk.buffer);
	numbers.setUint32(0, content.length - "iTXt".length);
	chunk.set(content, 4);
	numbers.setUint32(4 + content.length, crc32(content));
	const marked = new Uint8Array(png.length + chunk.length);
	marked.set(png.subarray(0, HEADER_END));
	marked.set(chunk, HEADER_END);
	marked.set(png.subarray(HEADER_END), HEADER_END + chunk.length);
	return marked;
}
