import type { PlayerAnswer } from "#domain/player-answer.ts";

/** A player answer as a run keeps it between its tasks; plain JSON. */
export type PlayerSeen = Pick<
	PlayerAnswer,
	"playability" | "tracks" | "language" | "has_captions_key"
> & {
	/** The app that was asked as. */
	client: string;
	/** Seconds; null where not known. */
	duration: number | null;
	/** ISO 8601 instant. Track addresses are signed and expire. */
	fetched_at: string;
};

export function playerSeen(
	answer: PlayerAnswer,
	client: string,
	now_ms: number,
): PlayerSeen {
	const { playability, tracks, language, has_captions_key } = answer;
	return {
		playability,
		tracks,
		language,
		has_captions_key,
		client,
		duration: answer.metadata?.duration ?? null,
		fetched_at: new Date(now_ms).toISOString(),
	};
}
