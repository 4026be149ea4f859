import type { MetadataSources } from "#features/youtube/metadata.ts";
import {
	openMetadataSources,
	type YoutubeSettings,
} from "#features/youtube/open-sources.ts";
import type { OutboundFetch } from "#outbound/outbound.ts";
import { type CaptionsSources, createCaptionSource } from "./fetch-captions.ts";

/** Everything that a run reads from the platform. `now`: milliseconds since the epoch. */
export function youtubeSources(
	settings: YoutubeSettings,
	fetch: OutboundFetch,
	now: () => number,
): { metadata: MetadataSources; captions: CaptionsSources } {
	const metadata = openMetadataSources(settings, fetch, now);
	return {
		metadata,
		captions: {
			player: metadata.player,
			captions: createCaptionSource(fetch, settings.YOUTUBE_BASE_URL),
			now,
		},
	};
}
