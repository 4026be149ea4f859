import { createVideoDataSource } from "#features/youtube/data-api.ts";
import type { MetadataSources } from "#features/youtube/metadata.ts";
import { createOembedSource } from "#features/youtube/oembed.ts";
import { createPlayerSource } from "#features/youtube/player.ts";
import type { OutboundFetch } from "#outbound/outbound.ts";
import { type CaptionsSources, createCaptionSource } from "./fetch-captions.ts";

/** The base addresses have no slash at their end. */
export type YoutubeSettings = {
	YOUTUBE_API_KEY?: string | undefined;
	YOUTUBE_API_BASE_URL: string;
	YOUTUBE_BASE_URL: string;
};

/** Everything a run asks the platform for. `now`: milliseconds since the epoch. */
export function youtubeSources(
	settings: YoutubeSettings,
	fetch: OutboundFetch,
	now: () => number,
): { metadata: MetadataSources; captions: CaptionsSources } {
	const { YOUTUBE_API_KEY: key, YOUTUBE_BASE_URL: base_url } = settings;
	const player = createPlayerSource(fetch, base_url);
	const data_api = key
		? createVideoDataSource(fetch, settings.YOUTUBE_API_BASE_URL, key)
		: null;
	return {
		metadata: {
			data_api,
			player,
			oembed: createOembedSource(fetch, base_url),
			now,
		},
		captions: {
			player,
			captions: createCaptionSource(fetch, base_url),
			now,
		},
	};
}
