import type { VideoId } from "#contract/ids.ts";
import type { PlayerAnswer } from "#domain/player-answer.ts";

/**
 * Why a call to the platform brought nothing: it refused this server (bot
 * check, rate limit, consent page, client not accepted), or it did not answer.
 */
export type NoAnswer = { ok: false; kind: "blocked" | "unreachable" };

export type PlayerCall = { ok: true; answer: PlayerAnswer } | NoAnswer;

/** The player endpoint, asked as one of the platform's own apps. */
export interface PlayerSource {
	/** The apps to ask as, in the order to try. */
	readonly clients: readonly string[];
	player(id: VideoId, client: string): Promise<PlayerCall>;
}
