import * as z from "zod";
import { watchUrl } from "#contract/addresses.ts";
import type { VideoId } from "#contract/ids.ts";
import type { RunError } from "#contract/problem.ts";
import { asWritten } from "#contract/written-text.ts";
import { runFailure } from "#http/run-failures.ts";
import type { OutboundBounds, OutboundFetch } from "#outbound/outbound.ts";
import { tryParseJson } from "#text/untrusted-json.ts";
import { ask, readRefusal } from "./ask.ts";
import { createVideoDataSource } from "./data-api.ts";
import {
	type Metadata,
	type OembedCall,
	type OembedRefusal,
	type OembedSource,
	pickThumbnail,
	type VideoDataSource,
} from "./metadata-sources.ts";
import {
	createPlayerSource,
	finalFailure,
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
 * Reads a video's metadata from the Data API, then the player endpoint, then oEmbed. A source is
 * used only if the earlier ones left fields open. The player's answer, if requested, is returned
 * for the captions step.
 */
export async function readMetadata(
	sources: MetadataSources,
	id: VideoId,
): Promise<MetadataReading> {
	const data = (await sources.data_api?.video(id)) ?? null;
	if (data?.ok && data.metadata === null) return { ok: false, error: await notFound(sources, id) };
	const listed = data?.ok ? data.metadata : null;
	if (listed !== null && isComplete(listed)) return { ok: true, metadata: listed, player: null };

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
	const evidence = refusalEvidence(answer, embed.kind);
	if (evidence !== null) return { ok: false, error: evidence };
	const answered = reached || isAnswered(embed);
	return { ok: false, error: failureWithoutRefusal(data !== null, answered) };
}

/**
 * The failure of a video that the Data API does not list, as private and deleted ones: with the
 * reason and what to do, if another source knows it.
 */
async function notFound(sources: MetadataSources, id: VideoId): Promise<RunError> {
	const { answer } = await askPlayer(sources, id);
	const embed = await sources.oembed.oembed(id);
	const error = runFailure("video_not_found");
	const evidence = embed.ok ? null : refusalEvidence(answer, embed.kind);
	return evidence ? { ...evidence, detail: `${error.detail}. ${evidence.detail}` } : error;
}

/** Whether YouTube answered; a refusal or an error counts. */
function isAnswered(call: { kind: string; answered?: boolean }): boolean {
	return call.kind !== "unreachable" || call.answered === true;
}

/**
 * The failure if no source had data and none refused. The advice to set a key is given only if
 * YouTube answered.
 */
function failureWithoutRefusal(has_key: boolean, answered: boolean): RunError {
	return runFailure(answered && !has_key ? "metadata_not_configured" : "youtube_unreachable");
}

async function askPlayer(
	{ player, now }: MetadataSources,
	id: VideoId,
): Promise<{
	answer: PlayerAnswer | null;
	player: PlayerSeen | null;
	/** Whether YouTube answered at all, even with a refusal. */
	reached: boolean;
}> {
	const client = player.clients[0];
	if (client === undefined) return { answer: null, player: null, reached: false };
	const call = await player.player(id, client);
	if (!call.ok) {
		return { answer: null, player: null, reached: isAnswered(call) };
	}
	return { reached: true, answer: call.answer, player: playerSeen(call.answer, client, now()) };
}

/**
 * Views and dates may be missing permanently. Title and duration are always available eventually.
 */
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
		description: first.description || second.description,
		audio_language: first.audio_language ?? second.audio_language,
	};
}

/**
 * Combines two refusals into a statement about the video, or null. The player's specific reasons
 * take precedence. oEmbed's "forbidden" outweighs the player's "gone", because apps also call a
 * private video unavailable. oEmbed's "unauthorized" means that the video exists but may not be
 * embedded.
 */
function refusalEvidence(player: PlayerAnswer | null, oembed: OembedRefusal): RunError | null {
	const final = player && finalFailure(player);
	if (final !== null) return final;
	if (oembed === "forbidden") return runFailure("video_private");
	if (player?.playability === "gone" || oembed === "missing") return runFailure("video_gone");
	return null;
}

/** The base addresses have no trailing slash. */
type YoutubeSettings = {
	YOUTUBE_API_KEY?: string | undefined;
	YOUTUBE_API_BASE_URL: string;
	YOUTUBE_BASE_URL: string;
};

/** Creates all sources of a video's metadata. `now` returns epoch milliseconds. */
export function openMetadataSources(
	settings: YoutubeSettings,
	fetch: OutboundFetch,
	now: () => number,
) {
	const { YOUTUBE_API_KEY: key, YOUTUBE_BASE_URL: base_url } = settings;
	return {
		data_api: key ? createVideoDataSource(fetch, settings.YOUTUBE_API_BASE_URL, key) : null,
		player: createPlayerSource(fetch, base_url),
		oembed: createOembedSource(fetch, base_url),
		now,
	} satisfies MetadataSources;
}

/** Answers are under 1 KB. */
const OEMBED_BOUNDS: OutboundBounds = { timeout_ms: 5_000, max_bytes: 256_000 };

const Embed = z.object({
	title: z.string().min(1).max(1_000),
	author_name: z.string().max(1_000).catch(""),
	author_url: z.string().catch(""),
	thumbnail_url: z.string().catch(""),
	thumbnail_width: z.number().catch(0),
});

const OEMBED_REFUSALS: Record<number, OembedRefusal> = {
	400: "missing",
	401: "unauthorized",
	403: "forbidden",
	404: "missing",
};

/** oEmbed at `base_url`, which has no trailing slash. The response's html is never used. */
export function createOembedSource(fetch: OutboundFetch, base_url: string): OembedSource {
	return {
		oembed: async (id): Promise<OembedCall> => {
			const page = encodeURIComponent(watchUrl(id));
			const url = `${base_url}/oembed?format=json&url=${page}`;
			const asked = await ask(fetch, url, {}, OEMBED_BOUNDS);
			if (!asked.ok) return asked;
			const kind = OEMBED_REFUSALS[asked.status];
			if (kind !== undefined) return { ok: false, kind };
			// YouTube has also sent a plain "Forbidden" with status 200.
			if (asked.body.trim() === "Forbidden") return { ok: false, kind: "forbidden" };
			const refusal = readRefusal(asked);
			if (refusal !== null) return refusal;
			const embed = Embed.safeParse(tryParseJson(asked.body));
			return embed.success
				? { ok: true, metadata: metadataOf(id, embed.data) }
				: { ok: false, kind: "unreachable", answered: true };
		},
	};
}

function metadataOf(id: VideoId, embed: z.infer<typeof Embed>): Metadata {
	const { thumbnail_url: url, thumbnail_width: width } = embed;
	return {
		title: asWritten(embed.title),
		channel_name: asWritten(embed.author_name),
		channel_id: /\/channel\/(UC[\w-]{22})$/.exec(embed.author_url)?.[1] ?? null,
		thumbnail_url: pickThumbnail(id, [{ url, width }]),
		duration: null,
		view_count: null,
		published_at: null,
		description: "",
	};
}
