import { createContext, useContext, useEffect, useState, useSyncExternalStore } from "react";
import { useSearchParams } from "react-router-dom";
import type { Video } from "#contract/video.ts";
import { parseTimestamp } from "#web/ui/parse-timestamp.ts";
import { type PlayerState, VideoPlayer } from "./video-player.ts";

export const PlayerContext = createContext<VideoPlayer | null>(null);

/** The player used on a page without a video. */
const NO_PLAYER = new VideoPlayer("", false, null);

/** A report's player, initialised with the position in the address. */
export function useVideoPlayer(video: Video, playable: boolean): VideoPlayer {
	const [params] = useSearchParams();
	const named = parseTimestamp(params.get("t") ?? "");
	const start =
		named !== null && video.duration !== null && video.duration > 0
			? Math.min(named, video.duration)
			: named;
	const [player, setPlayer] = useState(() => new VideoPlayer(video.id, playable, start));
	// The address's position is known after hydration, and whether the video is a sample may be
	// known after its report.
	const { phase, start: known } = player.read();
	const moved = phase === "idle" && start !== null && start !== known;
	if (player.playable !== playable || moved) {
		setPlayer(new VideoPlayer(video.id, playable, start));
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
		() => pick(NO_PLAYER.read()),
	);
}
