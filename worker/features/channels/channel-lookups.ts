import type { MemberId } from "#contract/ids.ts";
import { createChannelSource } from "#features/youtube/channels.ts";
import { openMetadataSources, readMetadata } from "#features/youtube/metadata.ts";
import { problem } from "#http/problems.ts";
import { quota } from "#identity/quota.ts";
import type { Context } from "#worker/context.ts";
import { HOUR_MS } from "#worker/durations.ts";
import { findStoredChannel, findStoredName } from "./creator-queries.ts";
import type { ChannelLookups } from "./resolve-channel.ts";

/**
 * Each submitted claim and each search for a code may use units of the site's daily YouTube
 * quota.
 */
const LOOKUPS_AN_HOUR = 60;

/** Consumes the member's quota of calls to YouTube. */
export async function consumeLookupQuota(context: Context, member_id: MemberId): Promise<void> {
	const key = `claims:${member_id}`;
	const granted = await quota(context, key, LOOKUPS_AN_HOUR, HOUR_MS).consume();
	if (!granted.ok) throw problem("too_many_requests/channels", granted);
}

/**
 * Looks up channels on YouTube and in stored analyses. Without a key, YouTube's channels cannot
 * be read.
 */
export function openChannelLookups({ settings, outbound, db, view, now }: Context): ChannelLookups {
	const { YOUTUBE_API_KEY: key, YOUTUBE_API_BASE_URL: base_url } = settings;
	const metadata = openMetadataSources(settings, outbound, () => now().getTime());
	return {
		channels: key ? createChannelSource(outbound, base_url, key) : null,
		readVideo: (video_id) => readMetadata(metadata, video_id),
		storedChannelOf: (video_id) => findStoredChannel(db.primary, video_id, view),
		storedNameOf: (channel_id) => findStoredName(db.primary, channel_id, view),
	};
}
