import { ChannelId, type VideoId } from "#contract/ids.ts";
import { type ChannelLink, linkedName } from "#features/youtube/channel-url.ts";
import {
	type Channel,
	type ChannelQuery,
	type ChannelSource,
	createChannelSource,
} from "#features/youtube/channels.ts";
import {
	type MetadataReading,
	openMetadataSources,
	readMetadata,
} from "#features/youtube/metadata.ts";
import { problem } from "#http/problems.ts";
import { type CountedMember, memberQuota } from "#identity/quota.ts";
import type { Context } from "#worker/context.ts";
import { HOUR_MS } from "#worker/durations.ts";
import { findStoredChannel, findStoredName } from "./creator-queries.ts";
import type { ReviewReason } from "./describe-claim.ts";

/**
 * Each submitted claim and each search for a code may use units of the site's daily YouTube
 * quota.
 */
const LOOKUPS_AN_HOUR = 60;

/** Consumes the member's quota of calls to YouTube. */
export async function consumeLookupQuota(context: Context, member: CountedMember): Promise<void> {
	const lookups = memberQuota(context, "claims", member, LOOKUPS_AN_HOUR, HOUR_MS);
	const granted = await lookups.consume();
	if (!granted.ok) throw problem("too_many_requests/channels", granted);
}

/**
 * The sources for looking up a link's channel. Passed as an argument besides the context, so that
 * tests can use a platform that answers, does not answer or has no key.
 */
export type ChannelLookups = {
	/** null if no key is configured. */
	channels: ChannelSource | null;
	/** Reads a video's metadata from any source. */
	readVideo(video_id: VideoId): Promise<MetadataReading>;
	/** The video's channel as stored with its analysis. */
	storedChannelOf(video_id: VideoId): Promise<NamedChannel | null>;
	/** The channel's name in a stored analysis of one of its videos. */
	storedNameOf(channel_id: string): Promise<string | null>;
};

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

export type NamedChannel = Pick<Channel, "channel_id" | "channel_name">;

export type Resolution =
	| ({ kind: "found" } & NamedChannel)
	/** YouTube reports that the channel or video does not exist. */
	| { kind: "missing"; what: "channel" | "video" }
	| { kind: "unresolved"; channel_name: string; reason: ReviewReason };

/** Finds the channel of a link. Links that cannot be resolved are left to a review. */
export async function resolveChannel(
	lookups: ChannelLookups,
	link: ChannelLink,
): Promise<Resolution> {
	switch (link.kind) {
		case "channel":
			return byId(lookups, link.channel_id);
		case "video":
			return byVideo(lookups, link);
		case "handle":
			return byNames(lookups, link, [{ handle: link.name }]);
		case "user":
			return byNames(lookups, link, [{ username: link.name }]);
		case "custom":
			// Custom names became handles; a few are still old user names.
			return byNames(lookups, link, [{ handle: link.name }, { username: link.name }]);
	}
}

async function byId(lookups: ChannelLookups, channel_id: string): Promise<Resolution> {
	const call = await lookups.channels?.channel({ id: channel_id });
	if (call?.ok) return call.channel ? found(call.channel) : { kind: "missing", what: "channel" };
	const name = await lookups.storedNameOf(channel_id);
	return found({ channel_id, channel_name: name ?? channel_id });
}

async function byNames(
	{ channels }: ChannelLookups,
	link: ChannelLink,
	queries: ChannelQuery[],
): Promise<Resolution> {
	if (!channels) return unresolved(link, "cannot_look_up");
	for (const query of queries) {
		const call = await channels.channel(query);
		if (!call.ok) return unresolved(link, "unresolved");
		if (call.channel) return found(call.channel);
	}
	return { kind: "missing", what: "channel" };
}

async function byVideo(
	lookups: ChannelLookups,
	link: ChannelLink & { kind: "video" },
): Promise<Resolution> {
	const stored = await lookups.storedChannelOf(link.video_id);
	if (stored) return found(stored);
	const reading = await lookups.readVideo(link.video_id);
	if (!reading.ok) {
		const gone = reading.error.status === 404;
		return gone ? { kind: "missing", what: "video" } : unresolved(link, "unresolved");
	}
	const { channel_name } = reading.metadata;
	const channel_id = ChannelId.safeParse(reading.metadata.channel_id);
	return channel_id.success
		? found({ channel_id: channel_id.data, channel_name })
		: unresolved(link, "unresolved", channel_name);
}

function found({ channel_id, channel_name }: NamedChannel): Resolution {
	return { kind: "found", channel_id, channel_name: channel_name || channel_id };
}

function unresolved(link: ChannelLink, reason: ReviewReason, channel_name = ""): Resolution {
	return { kind: "unresolved", channel_name: channel_name || linkedName(link), reason };
}
