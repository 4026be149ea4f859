import * as z from "zod";
import { VideoId } from "#contract/ids.ts";
import { isSameLanguage, type ListedTrack, readOriginalSound } from "#contract/original-sound.ts";
import { asWritten } from "#contract/written-text.ts";
import { parseUrl } from "#text/parse-url.ts";
import { type CaptionTrack, isGated, isPlatformAddress } from "./caption-track.ts";
import { type Metadata, parseInstant, pickThumbnail, readDescription } from "./metadata-sources.ts";
import { type Playability, PlayabilityStatus, readPlayability } from "./playability.ts";

/** The language that the player is asked in. Reasons are matched in English. */
export const ASKED_IN = "en";

/** The parsed answer of the player endpoint. */
export type PlayerAnswer = {
	playability: Playability;
	metadata: Metadata | null;
	/** The language of the original sound; null if the answer does not tell. */
	language: string | null;
	/** Whether that is only the language of all captions, which people wrote. */
	is_written: boolean;
	/**
	 * The language of the captions that YouTube shows; null if there are none, or if they are in the
	 * language that YouTube was asked in.
	 */
	shown_language: string | null;
	tracks: CaptionTrack[];
	/** Whether the response has a field for captions, which may be empty. */
	has_captions_key: boolean;
	/** ISO 8601 instant at which a stream or premiere is planned to begin; null if unknown. */
	starts_at: string | null;
};

/**
 * YouTube allows 100 characters in titles and 50 in names. The first constant limits what is
 * parsed, the second what is stored.
 */
const MAX_READ_CHARS = 1_000;
const MAX_LABEL_CHARS = 300;

const Text = z.string().catch("");
const Count = z
	.union([z.string().regex(/^\d{1,15}$/), z.number().min(0)])
	.transform(Number)
	.nullable()
	.catch(null);

const Details = z.object({
	videoId: VideoId,
	title: z.string().min(1),
	author: Text,
	shortDescription: Text,
	channelId: z.string().min(1).max(100).nullable().catch(null),
	lengthSeconds: Count,
	viewCount: Count,
	isLive: z.boolean().catch(false),
	isUpcoming: z.boolean().catch(false),
	/** After a stream's end, until YouTube has made a video of it. */
	isPostLiveDvr: z.boolean().catch(false),
	/** False for a premiere, which is shown live but is a finished video. */
	isLiveContent: z.boolean().nullable().catch(null),
	thumbnail: z
		.object({ thumbnails: z.array(z.object({ url: Text, width: z.number().catch(0) })) })
		.catch({ thumbnails: [] }),
});

const Answer = z.object({
	playabilityStatus: PlayabilityStatus,
	captions: z.object({}).optional().catch(undefined),
	videoDetails: Details.optional().catch(undefined),
	microformat: z
		.object({
			playerMicroformatRenderer: z.object({
				publishDate: z.string().max(40).nullable().catch(null),
				liveBroadcastDetails: z
					.object({
						startTimestamp: z.string().max(40).nullable().catch(null),
						endTimestamp: z.string().max(40).nullable().catch(null),
					})
					.optional()
					.catch(undefined),
			}),
		})
		.optional()
		.catch(undefined),
});

/**
 * Parses a player endpoint's JSON. null if it is invalid or about another video, which YouTube
 * sends to outdated apps. Never throws.
 */
export function readPlayerAnswer(json: unknown, id: VideoId): PlayerAnswer | null {
	const parsed = Answer.safeParse(json);
	if (!parsed.success) return null;
	if ((parsed.data.videoDetails?.videoId ?? id) !== id) return null;
	const { playabilityStatus, captions, videoDetails, microformat } = parsed.data;
	const { language, tracks, is_written, shown } = readOriginalSound(json);
	const { publishDate: published = null, liveBroadcastDetails: broadcast } =
		microformat?.playerMicroformatRenderer ?? {};
	const has_ended = videoDetails?.isPostLiveDvr === true || Boolean(broadcast?.endTimestamp);
	return {
		playability: liveness(readPlayability(playabilityStatus), videoDetails, has_ended),
		metadata: videoDetails ? toMetadata(videoDetails, published) : null,
		language,
		is_written,
		shown_language: shown && !isSameLanguage(shown.language, ASKED_IN) ? shown.language : null,
		tracks: tracks.map(toTrack).filter((track) => track !== null),
		has_captions_key: captions !== undefined,
		starts_at: plannedStart(playabilityStatus) ?? parseInstant(broadcast?.startTimestamp ?? ""),
	};
}

function plannedStart({ liveStreamability }: PlayabilityStatus): string | null {
	const planned =
		liveStreamability?.liveStreamabilityRenderer.offlineSlate.liveStreamOfflineSlateRenderer;
	return planned ? new Date(Number(planned.scheduledStartTime) * 1_000).toISOString() : null;
}

/** Adds what the video's details say of a stream or premiere to what its status means. */
function liveness(
	playability: Playability,
	details: z.infer<typeof Details> | undefined,
	has_ended: boolean,
): Playability {
	const is_premiere = details?.isLiveContent === false;
	if (playability === "live_offline") {
		if (has_ended && !details?.isUpcoming) return "live_ended";
		return is_premiere ? "premiere" : "live_offline";
	}
	if (playability !== "ok") return playability;
	if (details?.isUpcoming) return is_premiere ? "premiere" : "live_offline";
	if (details?.isPostLiveDvr) return "live_ended";
	return details?.isLive ? "live_now" : "ok";
}

function toMetadata(details: z.infer<typeof Details>, published: string | null): Metadata {
	return {
		title: cleanLabel(details.title),
		channel_name: cleanLabel(details.author),
		channel_id: details.channelId,
		thumbnail_url: pickThumbnail(details.videoId, details.thumbnail.thumbnails),
		// YouTube reports 0 for a live stream without a length.
		duration: details.lengthSeconds || null,
		view_count: details.viewCount,
		published_at: published === null ? null : parseInstant(published),
		description: readDescription(details.shortDescription),
	};
}

function cleanLabel(text: string): string {
	return asWritten(text.slice(0, MAX_READ_CHARS)).slice(0, MAX_LABEL_CHARS);
}

/** null if the address is not YouTube's. */
function toTrack(track: ListedTrack): CaptionTrack | null {
	const address = parseUrl(track.base_url, "https://www.youtube.com");
	if (!address || !isPlatformAddress(address)) return null;
	return { ...track, base_url: address.href, gated: isGated(address) };
}
