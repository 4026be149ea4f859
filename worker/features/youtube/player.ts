import { formatUtcDate } from "#contract/format.ts";
import type { VideoId } from "#contract/ids.ts";
import type { RunError } from "#contract/problem.ts";
import { type FailureCode, runFailure } from "#http/run-failures.ts";
import type { OutboundBounds, OutboundFetch } from "#outbound/outbound.ts";
import { tryParseJson } from "#text/untrusted-json.ts";
import { ask, type NoAnswer, readRefusal } from "./ask.ts";
import type { Playability } from "./playability.ts";
import { ASKED_IN, type PlayerAnswer, readPlayerAnswer } from "./player-answer.ts";

/** Responses have about 100 KB, some ten times that, and take half a second. */
const BOUNDS: OutboundBounds = { timeout_ms: 8_000, max_bytes: 4_000_000 };

/** The player endpoint at `base_url`, which has no trailing slash. */
export function createPlayerSource(fetch: OutboundFetch, base_url: string): PlayerSource {
	return {
		clients: PLAYER_CLIENTS.map(({ name }) => name),
		player: async (id, name): Promise<PlayerCall> => {
			const client = PLAYER_CLIENTS.find((known) => known.name === name);
			if (client === undefined) throw new Error("No such player client.");
			const url = `${base_url}/youtubei/v1/player?prettyPrint=false`;
			const asked = await ask(fetch, url, request(client, id), BOUNDS);
			if (!asked.ok) return asked;
			const refusal = readRefusal(asked);
			if (refusal !== null) return refusal;
			const json = tryParseJson(asked.body);
			if (json === undefined) return { ok: false, kind: "unreachable", answered: true };
			const answer = readPlayerAnswer(json, id);
			// JSON of another shape or about another video means that YouTube does not accept this app.
			return answer ? { ok: true, answer } : { ok: false, kind: "blocked" };
		},
	};
}

function request(client: PlayerClient, id: VideoId): RequestInit {
	const context = {
		client: {
			clientName: client.name,
			clientVersion: client.version,
			userAgent: client.user_agent,
			...client.device,
			hl: ASKED_IN,
			gl: "US",
		},
	};
	return {
		method: "POST",
		headers: {
			"content-type": "application/json",
			"user-agent": client.user_agent,
			"x-youtube-client-name": String(client.number),
			"x-youtube-client-version": client.version,
		},
		body: JSON.stringify({ context, videoId: id, contentCheckOk: true, racyCheckOk: true }),
	};
}

/** One of YouTube's apps, as it identifies itself to the player endpoint. */
type PlayerClient = {
	name: string;
	/** Its number in the X-YouTube-Client-Name header. */
	number: number;
	version: string;
	user_agent: string;
	device: Record<string, string | number>;
};

/**
 * Apps that get caption addresses without a proof of origin, in order of preference. YouTube
 * retires app versions after some months; this is the only place to update them.
 */
const PLAYER_CLIENTS: readonly PlayerClient[] = [
	{
		name: "IOS",
		number: 5,
		version: "21.26.4",
		user_agent: "com.google.ios.youtube/21.26.4 (iPhone16,2; U; CPU iOS 18_3_2 like Mac OS X;)",
		device: {
			deviceMake: "Apple",
			deviceModel: "iPhone16,2",
			osName: "iPhone",
			osVersion: "18.3.2.22D82",
		},
	},
	{
		name: "ANDROID",
		number: 3,
		version: "21.26.364",
		user_agent: "com.google.android.youtube/21.26.364 (Linux; U; Android 11) gzip",
		device: { androidSdkVersion: 30, osName: "Android", osVersion: "11" },
	},
	{
		// This app cannot play videos made for children.
		name: "VISIONOS",
		number: 101,
		version: "1.02",
		user_agent:
			"Mozilla/5.0 (Macintosh; Intel Mac OS X 15_7_3) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15",
		device: {
			deviceMake: "Apple",
			deviceModel: "RealityDevice17,1",
			osName: "visionOS",
			osVersion: "26.5.23O471",
		},
	},
];

type PlayerCall = { ok: true; answer: PlayerAnswer } | NoAnswer;

/** The player endpoint, called as one of YouTube's own apps. */
export interface PlayerSource {
	/** The names of the apps, in order of preference. */
	readonly clients: readonly string[];
	player(id: VideoId, client: string): Promise<PlayerCall>;
}

/** The part of a player response that a run stores between its tasks, as plain JSON. */
export type PlayerSeen = Pick<
	PlayerAnswer,
	"playability" | "tracks" | "language" | "has_captions_key"
> & {
	/** The app that was used. */
	client: string;
	/** Seconds; null if unknown. */
	duration: number | null;
	// Absent in runs of 1.0.0.
	starts_at?: string | null | undefined;
	is_written?: boolean | undefined;
	shown_language?: string | null | undefined;
	/** ISO 8601 instant. Needed because track addresses are signed and expire. */
	fetched_at: string;
};

export function playerSeen(answer: PlayerAnswer, client: string, now_ms: number): PlayerSeen {
	const { playability, tracks, language, has_captions_key } = answer;
	const { starts_at, is_written, shown_language } = answer;
	return {
		playability,
		tracks,
		language,
		has_captions_key,
		client,
		duration: answer.metadata?.duration ?? null,
		starts_at,
		is_written,
		shown_language,
		fetched_at: new Date(now_ms).toISOString(),
	};
}

/** What is true of the video itself, so that another app would get the same answer. */
const FINAL: Partial<Record<Playability, FailureCode>> = {
	private: "video_private",
	age_restricted: "video_age_restricted",
	live_offline: "video_not_started",
	premiere: "video_premieres",
	recording_unavailable: "recording_unavailable",
};

/** The failure that a player's answer leaves no doubt about, or null. */
export function finalFailure({
	playability,
	starts_at,
}: Pick<PlayerSeen, "playability" | "starts_at">): RunError | null {
	const code = FINAL[playability];
	if (code === undefined) return null;
	const planned = starts_at ? ` (planned for ${formatUtcMinute(starts_at)})` : "";
	return runFailure(code, { planned });
}

function formatUtcMinute(instant: string): string {
	return `${formatUtcDate(instant)}, ${instant.slice(11, 16)} UTC`;
}
