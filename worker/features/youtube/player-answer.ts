import * as z from "zod";
import { VideoId } from "#contract/ids.ts";
import { cleanText } from "#text/clean.ts";
import { parseUrl } from "#text/parse-url.ts";
import { type CaptionTrack, isGated, isPlatformAddress } from "./caption-track.ts";
import { type Metadata, parseInstant, pickThumbnail, readDescription } from "./metadata-sources.ts";
import { type Playability, PlayabilityStatus, readPlayability } from "./playability.ts";

/** The parsed answer of the player endpoint. */
export type PlayerAnswer = {
	playability: Playability;
	metadata: Metadata | null;
	/** The spoken language, if it can be derived from the tracks. */
	language: string | null;
	tracks: CaptionTrack[];
	/** Whether the response has a field for captions, which may be empty. */
	has_captions_key: boolean;
};

/** A video has a few dozen tracks; there are about a hundred languages. */
const MAX_TRACKS = 300;
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

const Track = z
	.object({
		baseUrl: z.string().max(8_000),
		languageCode: z.string().min(1).max(40),
		kind: Text,
		vssId: z.string().max(80).catch(""),
	})
	.nullable()
	.catch(null);

const AudioTrack = z
	.object({
		audioTrackId: Text,
		captionTrackIndices: z.array(z.int()).catch([]),
		defaultCaptionTrackIndex: z.int().optional().catch(undefined),
	})
	.nullable()
	.catch(null);

const Tracklist = z.object({
	captionTracks: z.array(Track).catch([]),
	audioTracks: z.array(AudioTrack).catch([]),
	defaultAudioTrackIndex: z.int().catch(0),
});

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
	thumbnail: z
		.object({ thumbnails: z.array(z.object({ url: Text, width: z.number().catch(0) })) })
		.catch({ thumbnails: [] }),
});

const Answer = z.object({
	playabilityStatus: PlayabilityStatus,
	captions: z
		.object({ playerCaptionsTracklistRenderer: Tracklist.optional() })
		.optional()
		.catch(undefined),
	videoDetails: Details.optional().catch(undefined),
	microformat: z
		.object({
			playerMicroformatRenderer: z.object({
				publishDate: z.string().max(40).nullable().catch(null),
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
	const list = captions?.playerCaptionsTracklistRenderer;
	const listed = (list?.captionTracks ?? []).slice(0, MAX_TRACKS).map(toTrack);
	const published = microformat?.playerMicroformatRenderer.publishDate ?? null;
	return {
		playability: liveness(readPlayability(playabilityStatus), videoDetails),
		metadata: videoDetails ? toMetadata(videoDetails, published) : null,
		language: list ? spokenLanguage(list, listed) : null,
		tracks: listed.filter((track) => track !== null),
		has_captions_key: captions !== undefined,
	};
}

function liveness(
	playability: Playability,
	details: z.infer<typeof Details> | undefined,
): Playability {
	if (playability !== "ok") return playability;
	if (details?.isUpcoming) return "live_offline";
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
	return cleanText(text.slice(0, MAX_READ_CHARS)).slice(0, MAX_LABEL_CHARS);
}

/** null for a machine translation, and if the address is not YouTube's. */
function toTrack(track: z.infer<typeof Track>): CaptionTrack | null {
	if (track === null) return null;
	const base = "https://www.youtube.com";
	const address = parseUrl(track.baseUrl, base);
	if (!address || address.searchParams.has("tlang") || !isPlatformAddress(address)) return null;
	return {
		base_url: address.href,
		language: track.languageCode,
		kind: track.kind === "asr" ? "asr" : "manual",
		vss_id: track.vssId,
		gated: isGated(address),
	};
}

/** Matches audio track ids such as "en.4", which mark the original sound instead of a dub. */
const ORIGINAL_AUDIO = /^([A-Za-z0-9-]{2,35})\.4$/;

/**
 * The language of the original audio, otherwise of the automatic captions, otherwise of the
 * default audio's captions.
 */
function spokenLanguage(
	list: z.infer<typeof Tracklist>,
	tracks: (CaptionTrack | null)[],
): string | null {
	for (const audio of list.audioTracks) {
		const original = ORIGINAL_AUDIO.exec(audio?.audioTrackId ?? "")?.[1];
		if (original !== undefined) return original;
	}
	const audio = list.audioTracks[list.defaultAudioTrackIndex];
	const heard = (audio?.captionTrackIndices ?? []).map((at) => tracks[at]);
	const recognised = [...heard, ...tracks].find((t) => t?.kind === "asr");
	if (recognised) return recognised.language;
	return tracks[audio?.defaultCaptionTrackIndex ?? -1]?.language ?? null;
}
