import { readBounded } from "#outbound/bounded-body.ts";
import { OutboundError } from "#outbound/outbound.ts";
import type { Context } from "#worker/context.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#worker/durations.ts";
import { type ChannelFeed, type FeedUpload, readChannelFeed } from "./channel-feed.ts";
import { claimFeeds, type DueFeed, postponeFeed, storeUploads } from "./upload-queries.ts";

/** One request a second for the site: no feed's service has to be asked faster. */
const LIMIT = { at_once: 1, requests: 1, window_ms: 1_000 };
/** As many as fit into a run. */
const FEEDS_A_RUN = 45;
/** No feed is begun later in a run, so that the next minute's jobs need not wait. */
const RUN_MS = 45_000;
/** By then a run that was cut off has certainly ended. */
const LOST_AFTER_MS = 10 * MINUTE_MS;
const AGAIN_MS = HOUR_MS;
const LONGEST_WAIT_MS = DAY_MS;
/** Feeds are spread over this share of the hour. */
const JITTER = 0.1;
const BOUNDS = { timeout_ms: 10_000, max_bytes: 500_000 };
/** Shown when the channel is followed for the first time. */
const FIRST_UPLOADS = 3;

/**
 * Reads the public feeds of followed channels that are due, and stores their new uploads for the
 * followers. Safe to run repeatedly and concurrently.
 */
export async function readUploads(context: Context): Promise<void> {
	const { db, now, log } = context;
	const started_at = now().getTime();
	const at = (ms: number) => new Date(started_at + ms).toISOString();
	const claimed = { now: at(0), lost_at: at(LOST_AFTER_MS), limit: FEEDS_A_RUN };
	for (const feed of await claimFeeds(db.primary, claimed)) {
		if (now().getTime() - started_at >= RUN_MS) return;
		const answer = await askFeed(context, feed);
		if (answer === "busy") return;
		const { channel_id } = feed;
		if (answer.kind === "failed") {
			log.warn("channel feed not read", { channel_id, reason: answer.reason });
			const failures = feed.failures + 1;
			const wait_ms = Math.min(AGAIN_MS * 2 ** Math.min(failures, 10), LONGEST_WAIT_MS);
			await postponeFeed(db.primary, channel_id, { due_at: after(context, wait_ms), failures });
			continue;
		}
		const due_at = after(context, AGAIN_MS);
		if (answer.kind === "same") await postponeFeed(db.primary, channel_id, { due_at, failures: 0 });
		else
			await storeUploads(db.primary, {
				channel_id,
				channel_name: answer.feed.title,
				uploads: newUploads(answer.feed.uploads, feed.entries),
				entries: answer.feed.uploads.map(({ video_id, published_at }) => [video_id, published_at]),
				etag: answer.etag,
				now: now().toISOString(),
				due_at,
			});
	}
}

function after({ now, random }: Context, ms: number): string {
	const spread = 1 - JITTER + 2 * JITTER * random();
	return new Date(now().getTime() + ms * spread).toISOString();
}

/**
 * The uploads that the last answer did not have. One that is older than all of these is no new one:
 * the feed has a fixed length, and a video was removed.
 */
export function newUploads(
	uploads: readonly FeedUpload[],
	entries: readonly (readonly [video_id: string, published_at: string])[] | null,
): FeedUpload[] {
	if (entries === null) return uploads.slice(0, FIRST_UPLOADS);
	const known = new Set(entries.map(([video_id]) => video_id));
	const oldest = entries.map(([, published_at]) => published_at).sort()[0] ?? "";
	return uploads.filter((it) => !known.has(it.video_id) && it.published_at >= oldest);
}

type FeedAnswer =
	| { kind: "read"; feed: ChannelFeed; etag: string | null }
	| { kind: "same" }
	| { kind: "failed"; reason: string };

/** "busy" if the site's other requests leave no room. */
async function askFeed(context: Context, feed: DueFeed): Promise<FeedAnswer | "busy"> {
	const { settings, outbound, objects } = context;
	const limiter = objects.SOURCE_LIMITER.getByName("channel-feeds");
	const lease = await limiter.take({ limit: LIMIT, patience_ms: BOUNDS.timeout_ms, urgent: false });
	if (lease === null) return "busy";
	const { channel_id, etag } = feed;
	const url = `${settings.YOUTUBE_BASE_URL}/feeds/videos.xml?channel_id=${channel_id}`;
	const headers = {
		accept: "application/atom+xml, text/xml",
		...(etag !== null && { "if-none-match": etag }),
	};
	try {
		const response = await outbound(url, { headers }, BOUNDS);
		const { status } = response;
		if (status === 304 && etag !== null) return { kind: "same" };
		const body = await readBounded(response);
		if (status !== 200) return { kind: "failed", reason: `status ${status}` };
		const read = readChannelFeed(body, channel_id);
		if (read === null) return { kind: "failed", reason: "not the channel's feed" };
		return { kind: "read", feed: read, etag: usableTag(response.headers.get("etag")) };
	} catch (error) {
		if (!(error instanceof OutboundError)) throw error;
		return { kind: "failed", reason: error.kind };
	} finally {
		await limiter.giveBack(lease);
	}
}

const MAX_TAG_CHARS = 200;

function usableTag(etag: string | null): string | null {
	return etag !== null && etag.length <= MAX_TAG_CHARS ? etag : null;
}
