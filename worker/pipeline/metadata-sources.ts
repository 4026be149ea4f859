import type { VideoId } from "#contract/ids.ts";
import type { Metadata } from "#domain/metadata.ts";

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
