import type { OutboundFetch } from "#outbound/outbound.ts";
import { createVideoDataSource } from "./data-api.ts";
import type { MetadataSources } from "./metadata.ts";
import { createOembedSource } from "./oembed.ts";
import { createPlayerSource } from "./player.ts";

/** The base addresses have no trailing slash. */
export type YoutubeSettings = {
	YOUTUBE_API_KEY?: string | undefined;
	YOUTUBE_API_BASE_URL: string;
	YOUTUBE_BASE_URL: string;
};

/** Every source of a video's metadata. `now`: milliseconds since the epoch. */
export function openMetadataSources(
	settings: YoutubeSettings,
	fetch: OutboundFetch,
	now: () => number,
) {
	const { YOUTUBE_API_KEY: key, YOUTUBE_BASE_URL: base_url } = settings;
	return {
		data_api: key
			? createVideoDataSource(fetch, settings.YOUTUBE_API_BASE_URL, key)
			: null,
		player: createPlayerSource(fetch, base_url),
		oembed: createOembedSource(fetch, base_url),
		now,
	} satisfies MetadataSources;
}
