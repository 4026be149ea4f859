import type { VideoId } from "#contract/ids.ts";
import { cutAtWord, visibleText } from "#text/clean.ts";
import { parseUrl } from "#text/parse-url.ts";
import { DAY_MS } from "#worker/durations.ts";

type FailedDataCall = {
	ok: false;
	/** HTTP status; null if there was no usable answer. */
	status: number | null;
	status_text: string;
	/** YouTube's identifier of the failure, for the log. Never free text. */
	reason: string | null;
};

/** `metadata` is null if YouTube does not know the video. */
export type VideoDataCall = { ok: true; metadata: Metadata | null } | FailedDataCall;

export type VideosDataCall = { ok: true; found: Map<VideoId, Metadata> } | FailedDataCall;

/** The maximum number of videos per call. */
export const VIDEOS_A_CALL = 50;

/** Reads videos from the YouTube Data API; requires a key. */
export interface VideoDataSource {
	video(id: VideoId): Promise<VideoDataCall>;
	/** Reads up to VIDEOS_A_CALL videos. Unknown ones are missing in `found`. */
	videos(ids: VideoId[]): Promise<VideosDataCall>;
}

/** "missing": no such video. "forbidden": private. "unauthorized": not embeddable. */
export type OembedRefusal = "missing" | "forbidden" | "unauthorized" | "blocked" | "unreachable";

export type OembedCall =
	| { ok: true; metadata: Metadata }
	| { ok: false; kind: OembedRefusal; answered?: boolean };

/** Title, channel and picture of any public, embeddable video. */
export interface OembedSource {
	oembed(id: VideoId): Promise<OembedCall>;
}

/**
 * YouTube allows its data to be stored for 30 days; then it must be read again or deleted. It is
 * read again two days early, to leave time for retries.
 */
export const METADATA_LIFE_MS = 28 * DAY_MS;
export const METADATA_KEPT_MS = 30 * DAY_MS;

/** Data about a video that is known before its transcript is read. */
export type Metadata = {
	title: string;
	channel_name: string;
	channel_id: string | null;
	thumbnail_url: string;
	/** Seconds; null if no source has it. */
	duration: number | null;
	view_count: number | null;
	/** ISO 8601 instant, or null. */
	published_at: string | null;
	/** BCP 47, as the channel says; only the Data API has it. Absent if it does not say. */
	audio_language?: string | null | undefined;
	/** What the channel wrote below the video, cut at MAX_DESCRIPTION_CHARS; "" if unknown. */
	description: string;
};

/** The start names who speaks and about what. Links and advertising follow. */
const MAX_DESCRIPTION_CHARS = 1_000;
/** YouTube allows 5,000 characters. */
const MAX_READ_CHARS = 10_000;

/** The start of a video's description, on one line. */
export function readDescription(text: string): string {
	return cutAtWord(visibleText(text.slice(0, MAX_READ_CHARS)), MAX_DESCRIPTION_CHARS, "");
}

const DATED = /^\d{4}-\d{2}-\d{2}(?:T[\d:.]{5,18}(?:Z|[+-]\d{2}:\d{2}))?$/;

/**
 * Converts a YouTube date to an ISO 8601 instant in UTC; a date without a time becomes midnight.
 * null for anything else.
 */
export function parseInstant(text: string): string | null {
	const instant = DATED.test(text) ? Date.parse(text) : Number.NaN;
	return Number.isNaN(instant) ? null : new Date(instant).toISOString();
}

export type ThumbnailOffer = { url: string; width: number };

/** Wide enough for the results page on a high-resolution screen. */
const MAX_WIDTH = 1280;
/** YouTube's addresses are far shorter, and parsing longer ones is slow. */
const MAX_URL_CHARS = 2_000;
const IMAGE_HOST = /^i[0-9]?\.ytimg\.com$/;

/**
 * The widest picture up to MAX_WIDTH on YouTube's image hosts, https only and without query;
 * otherwise the default picture that every video has.
 */
export function pickThumbnail(id: VideoId, offers: ThumbnailOffer[]): string {
	const best = offers
		.filter(({ url, width }) => width <= MAX_WIDTH && url.length <= MAX_URL_CHARS)
		.sort((a, b) => b.width - a.width)
		.map(({ url }) => parseUrl(url))
		.find((url) => url?.protocol === "https:" && IMAGE_HOST.test(url.hostname));
	return best
		? `https://${best.hostname}${best.pathname}`
		: `https://i.ytimg.com/vi/${id}/hqdefault.jpg`;
}
