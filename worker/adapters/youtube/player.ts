import type { VideoId } from "#contract/ids.ts";
import { readPlayerAnswer } from "#domain/player-answer.ts";
import type { OutboundBounds, OutboundFetch } from "#pipeline/outbound.ts";
import type { PlayerCall, PlayerSource } from "#pipeline/player-source.ts";
import { ask, jsonOf, refusalOf } from "./ask.ts";
import { PLAYER_CLIENTS, type PlayerClient } from "./clients.ts";

/** Answers are about 100 KB, some ten times that; they take half a second. */
const BOUNDS: OutboundBounds = { timeout_ms: 8_000, max_bytes: 4_000_000 };

/** The player endpoint at `base_url`, which has no slash at its end. */
export function createPlayerSource(
	fetch: OutboundFetch,
	base_url: string,
): PlayerSource {
	return {
		clients: PLAYER_CLIENTS.map(({ name }) => name),
		player: async (id, name): Promise<PlayerCall> => {
			const client = PLAYER_CLIENTS.find((known) => known.name === name);
			if (client === undefined) throw new Error("No such player client.");
			const url = `${base_url}/youtubei/v1/player?prettyPrint=false`;
			const asked = await ask(fetch, url, request(client, id), BOUNDS);
			if (!asked.ok) return asked;
			const refusal = refusalOf(asked);
			if (refusal !== null) return refusal;
			const json = jsonOf(asked.body);
			if (json === undefined) return { ok: false, kind: "unreachable" };
			const answer = readPlayerAnswer(json, id);
			// JSON of another kind or about another video: the app is not accepted.
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
			// Reasons are matched in English.
			hl: "en",
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
		body: JSON.stringify({
			context,
			videoId: id,
			contentCheckOk: true,
			racyCheckOk: true,
		}),
	};
}
