import { createContext, useContext, useEffect, useState, useSyncExternalStore } from "react";
import { useSearchParams } from "react-router-dom";
import type { Statement } from "#contract/statement.ts";
import type { Video } from "#contract/video.ts";
import { parseTimestamp } from "#web/ui/parse-timestamp.ts";
import { type PlayerState, VideoPlayer } from "./video-player.ts";

export const PlayerContext = createContext<VideoPlayer | null>(null);

/** The player used on a page without a video. */
const NO_PLAYER = new VideoPlayer("", false, null);

/**
 * A report's player, initialised with the position in the address's query.
 * @param subject the statement that the address names, at which it starts otherwise
 */
export function useVideoPlayer(
	video: Video,
	playable: boolean,
	subject: Statement | undefined,
): VideoPlayer {
	const subject_start =
		subject && subject.timestamp_source !== "unknown" ? Math.floor(subject.timestamp) : 0;
	const [params] = useSearchParams();
	const named = parseTimestamp(params.get("t") ?? "");
	const start =
		named !== null && video.duration !== null && video.duration > 0
			? Math.min(named, video.duration)
			: named;
	const create = () => new VideoPlayer(video.id, playable, start, subject_start);
	const [player, setPlayer] = useState(create);
	// The address's position is known after hydration, and whether the video is a sample may be
	// known after its report.
	const { phase, start: known } = player.read();
	const moved = phase === "idle" && start !== null && start !== known;
	if (player.playable !== playable || moved) {
		setPlayer(create());
	}
	useEffect(() => {
		if (start !== null) player.prepare(start);
	}, [player, start]);
	return player;
}

export function usePlayer(): VideoPlayer {
	return useContext(PlayerContext) ?? NO_PLAYER;
}

/**
 * Returns what `pick` selects from the player's state. The component renders again only if that
 * value changes, so it must be a primitive.
 */
export function usePlayerState<Value extends string | number | boolean | null>(
	pick: (state: PlayerState) => Value,
): Value {
	const player = usePlayer();
	return useSyncExternalStore(
		player.subscribe,
		() => pick(player.read()),
		() => pick(player.served),
	);
}
