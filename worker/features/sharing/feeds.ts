import { and, desc, eq, sql } from "drizzle-orm";
import { Hono } from "hono";
import { reportPath } from "#contract/addresses.ts";
import { BAND_WORDS, bandFor } from "#contract/bands.ts";
import { findingWords } from "#contract/finding.ts";
import { ChannelId } from "#contract/ids.ts";
import { shownScore } from "#contract/score-standing.ts";
import type { VideoSummary } from "#contract/video.ts";
import { asWritten } from "#contract/written-text.ts";
import type { Db } from "#db/client.ts";
import { videos } from "#db/tables/videos.ts";
import { LISTED_FULL } from "#db/view.ts";
import { SUMMARY_COLUMNS, toVideoSummary } from "#features/reports/queries.ts";
import type { AppEnv, RequestContext } from "#http/app-env.ts";
import { siteOrigin } from "#http/site-address.ts";
import { type AtomEntry, atomDocument } from "#text/atom.ts";
import { answerDocument, FRESH } from "./documents.ts";

/** Enough for a feed reader that checks once a day. */
const FEED_ENTRIES = 50;

/** Mounted at /. */
export const feeds = new Hono<AppEnv>()
	.get("/feed.xml", async (c) => {
		const entries = await readEntries(c, null);
		return answerFeed(c, {
			title: "BS Detector: new analyses",
			subtitle: "Videos whose factual statements AI models have rated.",
			entries,
		});
	})
	.get("/channel/:id/feed.xml", async (c) => {
		const channel_id = ChannelId.safeParse(c.req.param("id"));
		if (!channel_id.success) return c.notFound();
		const entries = await readEntries(c, channel_id.data);
		const name = asWritten(entries[0]?.video.channel_name ?? "");
		return answerFeed(c, {
			title: `BS Detector: analyses of ${name || "a channel"}`,
			subtitle: `Videos of ${name || "this channel"} whose factual statements AI models have rated.`,
			entries,
		});
	});

const readEntries = (c: RequestContext, channel_id: string | null) =>
	readFeed(c.get("context").db.near, { channel_id, limit: FEED_ENTRIES });

function answerFeed(
	c: RequestContext,
	feed: Pick<Feed, "title" | "subtitle" | "entries">,
): Promise<Response> {
	const origin = siteOrigin(c.get("context"), c.req.url);
	return answerDocument(c, {
		body: atomFeed({ ...feed, origin, path: c.req.path }),
		content_type: "application/atom+xml; charset=utf-8",
		cache_control: FRESH,
	});
}

/** One analysis in a feed; `published` is ISO 8601 in UTC. */
export type FeedEntry = { video: VideoSummary; published: string };

type Feed = {
	/** Without a trailing slash. */
	origin: string;
	/** The path of the feed itself. */
	path: string;
	title: string;
	subtitle: string;
	/** Newest first. */
	entries: FeedEntry[];
};

export function atomFeed({ entries, ...feed }: Feed): string {
	return atomDocument({ ...feed, page: "/results", entries: entries.map(toAtomEntry) });
}

function toAtomEntry({ video, published }: FeedEntry): AtomEntry {
	const score = shownScore(video);
	const band = score === null ? null : bandFor(score);
	const { sentence } = findingWords(video);
	const outcome =
		score === null
			? sentence
			: `${sentence} BS score ${score} of 100 (0 is factual, 100 is false).`;
	const channel = asWritten(video.channel_name);
	return {
		specific: `results/${video.id}`,
		title: asWritten(video.title) || "A YouTube video",
		published,
		updated: video.updated_at,
		path: reportPath(video.id),
		category: band && { term: band, label: BAND_WORDS[band].badge },
		summary: channel ? `${outcome} Channel: ${channel}` : outcome,
	};
}

/** Excludes simulated results, because a feed reader does not show that a score is simulated. */
const REAL = sql`${videos.simulated} = 0`;

/**
 * The newest real results by first completion, optionally of one channel. Results from members'
 * transcripts are excluded.
 */
export async function readFeed(
	db: Db,
	options: { channel_id: string | null; limit: number },
): Promise<FeedEntry[]> {
	const { channel_id, limit } = options;
	const rows = await db
		.select(SUMMARY_COLUMNS)
		.from(videos)
		.where(
			and(LISTED_FULL, REAL, channel_id === null ? undefined : eq(videos.channel_id, channel_id)),
		)
		.orderBy(desc(videos.first_completed_at), desc(videos.id))
		.limit(limit);
	return rows.map((row) => ({
		video: toVideoSummary(row),
		published: row.first_completed_at ?? row.created_at,
	}));
}
