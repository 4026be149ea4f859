import type { VideoId } from "#contract/ids.ts";

type FailedDataCall = {
	ok: false;
	/** HTTP status; null where there was no answer to speak of. */
	status: number | null;
	status_text: string;
	/** The platform's own word for the failure, for the log: no free text. */
	reason: string | null;
};

/** `metadata` is null where the platform knows no such video. */
export type VideoDataCall =
	| { ok: true; metadata: Metadata | null }
	| FailedDataCall;

export type VideosDataCall =
	| { ok: true; found: Map<VideoId, Metadata> }
	| FailedDataCall;

/** As many videos as one call may ask about. */
export const VIDEOS_A_CALL = 50;

/** The platform's data service; needs a key. */
export interface VideoDataSource {
	video(id: VideoId): Promise<VideoDataCall>;
	/** Up to VIDEOS_A_CALL at once; those that it does not know are not in `found`. */
	videos(ids: VideoId[]): Promise<VideosDataCall>;
}

/** missing: no such video. forbidden: private. unauthorized: not embeddable. */
export type OembedRefusal =
	| "missing"
	| "forbidden"
	| "unauthorized"
	| "blocked"
	| "unreachable";

export type OembedCall =
	| { ok: true; metadata: Metadata }
	| { ok: false; kind: OembedRefusal };

/** Title, channel and picture of any public video that may be embedded. */
export interface OembedSource {
	oembed(id: VideoId): Promise<OembedCall>;
}

const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * The platform lets its data be kept for 30 days, then it is read again or deleted. It is read
 * again two days early, so that a platform that does not answer gets more than one chance.
 */
export const METADATA_LIFE_MS = 28 * DAY_MS;
export const METADATA_KEPT_MS = 30 * DAY_MS;

/** What is known of a video before anyone listened to it. */
export type Metadata = {
	title: string;
	channel_name: string;
	channel_id: string | null;
	thumbnail_url: string;
	/** Seconds; null where no source tells. */
	duration: number | null;
	view_count: number | null;
	/** ISO 8601 instant, or null. */
	published_at: string | null;
};
