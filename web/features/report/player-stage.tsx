import { useEffect, useRef } from "react";
import type { Video } from "#contract/video.ts";
import { watchUrl } from "#web/paths.ts";
import { OutsideLink } from "#web/ui/outside-link.tsx";
import { usePlayer, usePlayerState } from "./player-context.ts";
import { PlayerFacade } from "./player-facade.tsx";
import { PlayerFrame } from "./player-frame.tsx";
import { PlayerTrouble } from "./player-trouble.tsx";

/** The video itself. Nothing of the platform's player is loaded before a press. */
export function PlayerStage({ video }: { video: Video }) {
	const player = usePlayer();
	const phase = usePlayerState((state) => state.phase);
	const attempt = usePlayerState((state) => state.attempt);
	const second = usePlayerState(({ time }) =>
		time === null ? 0 : Math.floor(time),
	);
	const stage = useRef<HTMLElement>(null);
	const pressed = useRef(false);

	useEffect(() => {
		if (attempt === 0 || !pressed.current) return;
		// The pressed button has left the page with the focus.
		pressed.current = false;
		stage.current?.focus({ preventScroll: true });
	}, [attempt]);

	function play(): void {
		pressed.current = true;
		player.playAt(second);
	}

	return (
		<section
			ref={stage}
			aria-label="Video"
			tabIndex={-1}
			className="flex flex-col gap-2"
			data-print="no"
		>
			{phase === "idle" ? (
				<PlayerFacade
					video={video}
					start={second}
					onPlay={player.playable ? play : null}
				/>
			) : (
				<PlayerFrame key={attempt} title={video.title} />
			)}
			{(phase === "silent" || phase === "refused") && (
				<PlayerTrouble second={second} onRetry={play} />
			)}
			<div className="flex flex-wrap items-baseline justify-between gap-x-4 text-xs text-muted">
				<p role={phase === "loading" ? "status" : undefined}>
					{stageNote(player.playable, phase)}
				</p>
				{player.playable && (
					<OutsideLink
						href={watchUrl(video.id, second)}
						className="inline-flex min-h-6 items-center underline decoration-rule underline-offset-4 hover:text-ink hover:decoration-ink"
					>
						Open on YouTube
					</OutsideLink>
				)}
			</div>
		</section>
	);
}

function stageNote(playable: boolean, phase: string): string {
	if (!playable)
		return "A sample exists here alone: there is no video to play.";
	if (phase === "idle") return "YouTube is contacted only when you press play.";
	if (phase === "loading") return "The player is on its way…";
	return phase === "ready"
		? "Played by YouTube, without cookies before you play."
		: "";
}
