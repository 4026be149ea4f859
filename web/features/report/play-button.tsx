import { formatClock } from "#web/ui/format-clock.ts";
import { Icon } from "#web/ui/icon.tsx";
import { usePlayer, usePlayerState } from "./player-context.ts";

/** Plays and pauses from wherever on the page the reader is. */
export function PlayButton() {
	const player = usePlayer();
	const playing = usePlayerState((state) => state.playing);
	const idle_at = usePlayerState(({ phase, time }) =>
		phase === "idle" && time !== null ? time : 0,
	);
	const usable = usePlayerState(
		({ phase }) => phase !== "silent" && phase !== "refused",
	);
	if (!player.playable || !usable) return null;
	const from = idle_at > 0 ? ` from ${formatClock(idle_at)}` : "";
	return (
		<button
			type="button"
			aria-label={playing ? "Pause the video" : `Play the video${from}`}
			onClick={() => player.toggle()}
			className="grid size-11 shrink-0 place-items-center rounded-md border border-rule bg-raised hover:border-ink"
		>
			<Icon name={playing ? "pause" : "play"} />
		</button>
	);
}
