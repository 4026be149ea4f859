import type { VideoId } from "#contract/ids.ts";
import type { RunError } from "#contract/problem.ts";
import { type FailureCode, runFailure } from "#http/run-failures.ts";
import type { OutboundFetch } from "#outbound/outbound.ts";
import { createVideoDataSource } from "./data-api.ts";
import type {
	Metadata,
	OembedRefusal,
	OembedSource,
	VideoDataSource,
} from "./metadata-sources.ts";
import { createOembedSource } from "./oembed.ts";
import type { Playability } from "./playability.ts";
import {
	createPlayerSource,
	type PlayerSeen,
	type PlayerSource,
	playerSeen,
} from "./player.ts";
import type { PlayerAnswer } from "./player-answer.ts";

export type { PlayerSeen } from "./player.ts";

export type MetadataSources = {
	/** null if no key is configured. */
	data_api: VideoDataSource | null;
	player: PlayerSource;
	oembed: OembedSource;
	/** Milliseconds since the epoch. */
	now: () => number;
};

export type MetadataReading =
	| { ok: true; metadata: Metadata; player: PlayerSeen | null }
	| { ok: false; error: RunError };

/**
 * Reads what is known of a video before its transcript: from the Data API, then from the
 * player endpoint, then from oEmbed, each only if the earlier ones left something open.
 * The player's answer, if it was requested, is returned for the captions.
 */
export async function readMetadata(
	sources: MetadataSources,
	id: VideoId,
): Promise<MetadataReading> {
	const data = (await sources.data_api?.video(id)) ?? null;
	if (data?.ok && data.metadata === null)
		return { ok: false, error: runFailure("video_not_found") };
	const listed = data?.ok ? data.metadata : null;
	if (listed !== null && isComplete(listed))
		return { ok: true, metadata: listed, player: null };

	const { answer, player, reached } = await askPlayer(sources, id);
	const known = merge(listed, answer?.metadata ?? null);
	if (known !== null) return { ok: true, metadata: known, player };

	const embed = await sources.oembed.oembed(id);
	if (embed.ok) return { ok: true, metadata: embed.metadata, player };

	if (data !== null && !data.ok && data.status !== null) {
		const { status, status_text: statusText } = data;
		const values = { status, statusText };
		return { ok: false, error: runFailure("metadata_failed", values) };
	}
	const evidence = refusalEvidence(answer?.playability ?? null, embed.kind);
	if (evidence !== null) return { ok: false, error: runFailure(evidence) };
	const answered = reached || isAnswered(embed);
	return { ok: false, error: failureWithoutRefusal(data !== null, answered) };
}

/** A refusal or an error is an answer too. */
function isAnswered(call: { kind: string; answered?: boolean }): boolean {
	return call.kind !== "unreachable" || call.answered === true;
}

/** Why nothing is known, if nothing was refused: a key helps only if YouTube answers. */
function failureWithoutRefusal(has_key: boolean, answered: boolean): RunError {
	return runFailure(
		answered && !has_key ? "metadata_not_configured" : "youtube_unreachable",
	);
}

async function askPlayer(
	{ player, now }: MetadataSources,
	id: VideoId,
): Promise<{
	answer: PlayerAnswer | null;
	player: PlayerSeen | null;
	/** It answered, if only to refuse. */
	reached: boolean;
}> {
	const client = player.clients[0];
	if (client === undefined)
		return { answer: null, player: null, reached: false };
	const call = await player.player(id, client);
	if (!call.ok) {
		return { answer: null, player: null, reached: isAnswered(call) };
	}
	return {
		reached: true,
		answer: call.answer,
		player: playerSeen(call.answer, client, now()),
	};
}

/** Views and dates may be missing for good; title and duration are never missing for long. */
function isComplete({ title, duration }: Metadata): boolean {
	return title !== "" && duration !== null;
}

function merge(first: Metadata | null, second: Metadata | null) {
	if (first === null || second === null) return first ?? second;
	return {
		title: first.title || second.title,
		channel_name: first.channel_name || second.channel_name,
		channel_id: first.channel_id ?? second.channel_id,
		thumbnail_url: first.thumbnail_url,
		duration: first.duration ?? second.duration,
		view_count: first.view_count ?? second.view_count,
		published_at: first.published_at ?? second.published_at,
	};
}

/**
 * What two refusals together say about the video, or null. The player's specific reasons
 * come first. oEmbed's "forbidden" outweighs the player's "gone", because apps call a
 * private video unavailable too. Its "unauthorized" is an existing video that may not be
 * embedded.
 */
function refusalEvidence(
	player: Playability | null,
	oembed: OembedRefusal,
): FailureCode | null {
	if (player === "private") return "video_private";
	if (player === "age_restricted") return "video_age_restricted";
	if (player === "live_offline") return "video_not_started";
	if (oembed === "forbidden") return "video_private";
	if (player === "gone" || oembed === "missing") return "video_gone";
	return null;
}

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
