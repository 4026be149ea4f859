import * as z from "zod";
import type { VideoId } from "#contract/ids.ts";
import { cleanText } from "#domain/captions/clean-text.ts";
import { instantOf } from "#domain/instant-of.ts";
import { isoDuration } from "#domain/iso-duration.ts";
import type { Metadata } from "#domain/metadata.ts";
import { pickThumbnail } from "#domain/thumbnail.ts";
import type {
	VideoDataCall,
	VideoDataSource,
	VideosDataCall,
} from "#pipeline/metadata-sources.ts";
import type { OutboundBounds, OutboundFetch } from "#pipeline/outbound.ts";
import { ask, jsonOf } from "./ask.ts";
import { dataApiReason, statusText } from "./data-api-error.ts";

/** One video's answer is about 5 KB, of which a long description makes ten times that; up to fifty come at once. */
const BOUNDS: OutboundBounds = { timeout_ms: 5_000, max_bytes: 3_000_000 };

const Thumbnail = z.object({ url: z.string(), width: z.number().catch(0) });
const Item = z.object({
	id: z.string(),
	snippet: z.object({
		title: z.string().max(1_000),
		channelTitle: z.string().max(1_000).catch(""),
		channelId: z.string().min(1).max(100).nullable().catch(null),
		publishedAt: z.string().catch(""),
		thumbnails: z.record(z.string(), Thumbnail).catch({}),
	}),
	contentDetails: z
		.object({ duration: z.string() })
		.optional()
		.catch(undefined),
	statistics: z
		.object({ viewCount: z.string().regex(/^\d{1,15}$/) })
		.optional()
		.catch(undefined),
});
const VideoList = z.object({ items: z.array(Item) });

/**
 * The data service's videos.list at `base_url`, which has no slash at its end.
 * A call costs one unit of the key's daily quota.
 */
export function createVideoDataSource(
	fetch: OutboundFetch,
	base_url: string,
	key: string,
): VideoDataSource {
	const list = async (ids: VideoId[]): Promise<VideosDataCall> => {
		const query = new URLSearchParams({
			part: "snippet,statistics,contentDetails",
			id: ids.join(","),
			key,
		});
		const asked = await ask(fetch, `${base_url}/videos?${query}`, {}, BOUNDS);
		if (!asked.ok) return failed(null, "", asked.kind);
		const { status, status_text, body } = asked;
		if (status < 200 || status >= 300)
			return failed(
				status,
				statusText(status, status_text),
				dataApiReason(body),
			);
		const answer = VideoList.safeParse(jsonOf(body));
		if (!answer.success) return failed(null, "", "bad_answer");
		const { items } = answer.data;
		const found = new Map<VideoId, Metadata>();
		for (const id of ids) {
			const item = items.find((one) => one.id === id);
			if (item) found.set(id, metadataOf(id, item));
		}
		// Others than were asked about: not a word on those that were.
		if (found.size === 0 && items.length > 0)
			return failed(null, "", "another_video");
		return { ok: true, found };
	};
	return {
		video: async (id): Promise<VideoDataCall> => {
			const answer = await list([id]);
			if (!answer.ok) return answer;
			return { ok: true, metadata: answer.found.get(id) ?? null };
		},
		videos: list,
	};
}

function failed(
	status: number | null,
	status_text: string,
	reason: string | null,
): VideosDataCall & { ok: false } {
	return { ok: false, status, status_text, reason };
}

function metadataOf(id: VideoId, item: z.infer<typeof Item>): Metadata {
	const { snippet, statistics, contentDetails } = item;
	return {
		title: cleanText(snippet.title),
		channel_name: cleanText(snippet.channelTitle),
		channel_id: snippet.channelId,
		thumbnail_url: pickThumbnail(id, Object.values(snippet.thumbnails)),
		// 0 is how the platform says that a live stream has no length yet.
		duration: isoDuration(contentDetails?.duration ?? "") || null,
		view_count: statistics ? Number(statistics.viewCount) : null,
		published_at: instantOf(snippet.publishedAt),
	};
}
