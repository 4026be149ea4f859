import { PLAYER_ORIGIN } from "#contract/addresses.ts";

/** The player never sends longer messages. */
const LONGEST_MESSAGE = 64 * 1024;

/** The player's state numbers; buffering ends by itself. */
const PLAYING = new Set([1, 3]);

/** The owner forbids embedding, or the player does not accept this page. */
const EMBEDDING_DISABLED = new Set([101, 150, 152, 153]);

export type PlayerMessage =
	| {
			kind: "update";
			/** Seconds into the video, if the message contains it. */
			time: number | null;
			playing: boolean | null;
	  }
	| { kind: "error"; only_on_youtube: boolean };

/**
 * The address of a player that starts immediately, at a whole second.
 * @param page_origin the origin that may send it commands, e.g. `https://example.org`
 */
export function embedAddress(video_id: string, start: number, page_origin: string): string {
	const url = new URL(`/embed/${encodeURIComponent(video_id)}`, PLAYER_ORIGIN);
	url.searchParams.set("enablejsapi", "1");
	url.searchParams.set("autoplay", "1");
	url.searchParams.set("playsinline", "1");
	url.searchParams.set("rel", "0");
	url.searchParams.set("start", String(Math.max(0, Math.floor(start))));
	url.searchParams.set("origin", page_origin);
	return url.href;
}

/** Asks the player to send its events; can be sent repeatedly. */
export const SUBSCRIBE_COMMANDS = [
	JSON.stringify({ event: "listening", id: 1, channel: "widget" }),
	command("addEventListener", ["onError"]),
];

export function command(func: string, args: unknown[] = []): string {
	return JSON.stringify({ event: "command", func, args, id: 1 });
}

/** Parses a message of the player; null if it is unknown. */
export function readPlayerMessage(data: unknown): PlayerMessage | null {
	const message = asRecord(data);
	if (message === null) return null;
	const { event, info } = message;
	if (event === "onError") {
		return { kind: "error", only_on_youtube: EMBEDDING_DISABLED.has(Number(info)) };
	}
	if (event === "onStateChange") {
		return { kind: "update", time: null, playing: parsePlaying(info) };
	}
	if (event === "onReady" || event === "alreadyInitialized") {
		return { kind: "update", time: null, playing: null };
	}
	if (event !== "infoDelivery" && event !== "initialDelivery") return null;
	const state = asRecord(info);
	return {
		kind: "update",
		time: parseSeconds(state?.currentTime),
		playing: parsePlaying(state?.playerState),
	};
}

function asRecord(data: unknown): Record<string, unknown> | null {
	const value = typeof data === "string" ? parsed(data) : data;
	return isRecord(value) ? value : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parsed(text: string): unknown {
	if (text.length > LONGEST_MESSAGE) return null;
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}

function parseSeconds(value: unknown): number | null {
	return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : null;
}

function parsePlaying(value: unknown): boolean | null {
	return typeof value === "number" ? PLAYING.has(value) : null;
}
