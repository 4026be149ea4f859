import type { MouseEvent } from "react";
import { watchUrl } from "#contract/addresses.ts";
import { clockTime } from "#contract/format.ts";
import type { TimestampSource } from "#contract/statement.ts";
import { Icon } from "#web/ui/icon.tsx";
import { usePlayer, usePlayerState } from "./player-context.ts";

/**
 * A link to a time in the video. A click plays it on this page. With a modifier key, or if the
 * player does not respond, it opens YouTube.
 */
export function TimeLink({
	seconds,
	source = "cue",
}: {
	seconds: number;
	source?: TimestampSource;
}) {
	const player = usePlayer();
	const here = usePlayerState(
		({ phase }) => player.playable && phase !== "no_answer" && phase !== "blocked",
	);
	if (source === "unknown") return null;
	const clock = `${source === "estimated" ? "≈" : ""}${clockTime(seconds)}`;
	const spoken = `${source === "estimated" ? "about " : ""}${clockTime(seconds)}`;
	if (!player.playable) {
		return <span className="text-sm font-semibold">{clock}</span>;
	}
	function press(event: MouseEvent): void {
		if (!here || event.button !== 0 || hasModifier(event)) return;
		event.preventDefault();
		player.playAt(seconds);
	}
	return (
		<a
			href={watchUrl(player.video_id, seconds)}
			target="_blank"
			rel="noopener noreferrer"
			onClick={press}
			aria-label={
				here ? `Play from ${spoken}` : `Watch at ${spoken} on YouTube (opens in a new tab)`
			}
			className="inline-flex min-h-8 items-center gap-1 rounded-sm border border-rule bg-raised px-2 text-sm font-semibold hover:border-ink"
		>
			<Icon name="play" className="size-3" />
			{clock}
		</a>
	);
}

/** The user asks for a new tab or window. */
function hasModifier(event: MouseEvent): boolean {
	return event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
}
