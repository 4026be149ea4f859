import * as z from "zod";
import type { VideoId } from "#contract/ids.ts";
import { asWritten } from "#contract/written-text.ts";
import type { OutboundBounds, OutboundFetch } from "#outbound/outbound.ts";
import { tryParseJson } from "#text/untrusted-json.ts";
import { ask } from "./ask.ts";
import {
	type Metadata,
	parseInstant,
	pickThumbnail,
	readDescription,
	type VideoDataCall,
	type VideoDataSource,
	type VideosDataCall,
} from "./metadata-sources.ts";

/**
 * One video takes about 5 KB, or ten times that with a long description. A call returns up to
 * fifty.
 */
const BOUNDS: OutboundBounds = { timeout_ms: 5_000, max_bytes: 3_000_000 };

const Thumbnail = z.object({ url: z.string(), width: z.number().catch(0) });
const Item = z.object({
	id: z.string(),
	snippet: z.object({
		title: z.string().max(1_000),
		channelTitle: z.string().max(1_000).catch(""),
		channelId: z.string().min(1).max(100).nullable().catch(null),
		publishedAt: z.string().catch(""),
		description: z.string().catch(""),
		defaultAudioLanguage: z
			.string()
			.regex(/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8}){0,3}$/)
			.optional()
			.catch(undefined),
		thumbnails: z.record(z.string(), Thumbnail).catch({}),
	}),
	contentDetails: z.object({ duration: z.string() }).optional().catch(undefined),
	statistics: z
		.object({ viewCount: z.string().regex(/^\d{1,15}$/) })
		.optional()
		.catch(undefined),
});
const VideoList = z.object({ items: z.array(Item) });

/**
 * The Data API's videos.list. `base_url` has no trailing slash. A call costs one unit of the
 * key's daily quota.
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
			return failed(status, statusText(status, status_text), dataApiReason(body));
		const answer = VideoList.safeParse(tryParseJson(body));
		if (!answer.success) return failed(null, "", "bad_answer");
		const { items } = answer.data;
		const found = new Map<VideoId, Metadata>();
		for (const id of ids) {
			const item = items.find((one) => one.id === id);
			if (item) found.set(id, toMetadata(id, item));
		}
		// None of the returned videos was requested.
		if (found.size === 0 && items.length > 0) return failed(null, "", "another_video");
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

/** Codes for no language, several, and an unknown one. */
const NO_LANGUAGE = /^(?:zxx|mul|und)\b/i;

function toMetadata(id: VideoId, item: z.infer<typeof Item>): Metadata {
	const { snippet, statistics, contentDetails } = item;
	const spoken = snippet.defaultAudioLanguage;
	return {
		title: asWritten(snippet.title),
		channel_name: asWritten(snippet.channelTitle),
		channel_id: snippet.channelId,
		thumbnail_url: pickThumbnail(id, Object.values(snippet.thumbnails)),
		// YouTube reports 0 for a live stream without a length.
		duration: parseIsoDuration(contentDetails?.duration ?? "") || null,
		view_count: statistics ? Number(statistics.viewCount) : null,
		published_at: parseInstant(snippet.publishedAt),
		description: readDescription(snippet.description),
		audio_language: spoken && !NO_LANGUAGE.test(spoken) ? spoken : undefined,
	};
}

/** The API's reason identifiers. Free text is ignored, because it may contain project numbers. */
const Reason = z
	.object({
		reason: z
			.string()
			.regex(/^\w{1,64}$/)
			.nullable()
			.catch(null),
	})
	.catch({ reason: null });
const Reasons = z.array(Reason).catch([]);

const ErrorBody = z.object({
	error: z.object({
		status: z
			.string()
			.regex(/^\w{1,64}$/)
			.nullable()
			.catch(null),
		/** The old error format. */
		errors: Reasons,
		/** The new error format, sometimes the only one present. */
		details: Reasons,
	}),
});

/** The most specific reason in a Data API error body. */
export function dataApiReason(body: string): string | null {
	const parsed = ErrorBody.safeParse(tryParseJson(body));
	if (!parsed.success) return null;
	const { errors, details, status } = parsed.data.error;
	const named = [...details, ...errors].find(({ reason }) => reason !== null);
	return named?.reason ?? status;
}

/** Used in sentences, because HTTP/2 has no status texts. */
const STATUS_TEXTS: Record<number, string> = {
	400: "Bad Request",
	401: "Unauthorized",
	403: "Forbidden",
	404: "Not Found",
	429: "Too Many Requests",
	500: "Internal Server Error",
	502: "Bad Gateway",
	503: "Service Unavailable",
	504: "Gateway Timeout",
};

/** The received status text if it is a short phrase, otherwise the standard one. */
export function statusText(status: number, sent: string): string {
	const phrase = /^[A-Za-z][A-Za-z '-]{0,39}$/.test(sent) ? sent : "";
	return phrase || (STATUS_TEXTS[status] ?? "");
}

const PERIOD =
	/^P(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,7})M)?(?:(\d{1,9})(?:\.\d{1,9})?S)?)?$/;
const UNITS_S = [604_800, 86_400, 3_600, 60, 1];

/**
 * Converts an ISO 8601 duration such as PT1H2M3S to whole seconds. A live stream's PT0S or P0D
 * gives 0. null for anything else, including months and years, which have no fixed length.
 */
export function parseIsoDuration(period: string): number | null {
	const parts = PERIOD.exec(period)?.slice(1);
	if (parts === undefined || parts.every((part) => part === undefined)) return null;
	return parts.reduce((sum, part, unit) => sum + Number(part ?? 0) * (UNITS_S[unit] ?? 0), 0);
}
