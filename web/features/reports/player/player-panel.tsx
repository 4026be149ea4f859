import { Suspense, useEffect, useLayoutEffect, useRef } from "react";
import { watchUrl } from "#contract/addresses.ts";
import { clockTime } from "#contract/format.ts";
import type { Video } from "#contract/video.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { lazyComponent } from "#web/ui/lazy-part.tsx";
import { OutsideLink } from "#web/ui/outside-link.tsx";
import { Thumbnail } from "#web/ui/thumbnail.tsx";
import { usePlayer, usePlayerState } from "./player-context.ts";

const CheckMoment = lazyComponent(
	async () => (await import("../moments/check-moment.tsx")).CheckMoment,
	undefined,
	{ ahead: true },
);

/** The video's player. YouTube's player is not loaded before a click. */
export function PlayerPanel({ video }: { video: Video }) {
	const player = usePlayer();
	const phase = usePlayerState((state) => state.phase);
	const attempt = usePlayerState((state) => state.attempt);
	const second = usePlayerState(({ time, start }) => Math.floor(time ?? start));
	// A position was chosen, or it plays: before, nobody has heard anything.
	const known = usePlayerState(({ time }) => time !== null);
	const panel = useRef<HTMLElement>(null);
	const pressed = useRef(false);

	useEffect(() => {
		if (attempt === 0 || !pressed.current) return;
		// The clicked button, which had the focus, has disappeared.
		pressed.current = false;
		panel.current?.focus({ preventScroll: true });
	}, [attempt]);

	function play(): void {
		pressed.current = true;
		player.playAt(second);
	}

	return (
		<section
			ref={panel}
			aria-label="Video"
			tabIndex={-1}
			className="flex flex-col gap-2"
			data-print="no"
		>
			{phase === "idle" ? (
				<PlayerPoster video={video} start={second} onPlay={player.playable ? play : null} />
			) : (
				<PlayerFrame key={attempt} title={video.title} />
			)}
			{(phase === "no_answer" || phase === "blocked") && (
				<PlayerError second={second} onRetry={play} />
			)}
			{player.playable && known && (
				<Suspense fallback={<div className="min-h-11" />}>
					<CheckMoment video={video} />
				</Suspense>
			)}
			<div className="flex flex-wrap items-baseline justify-between gap-x-4 text-xs text-muted">
				<p role={phase === "loading" ? "status" : undefined}>
					{playerNote(player.playable, phase)}
				</p>
				{player.playable && (
					<OutsideLink
						href={watchUrl(video.id, second)}
						className="inline-flex min-h-6 items-center link hover:text-ink"
					>
						Open on YouTube
					</OutsideLink>
				)}
			</div>
		</section>
	);
}

function playerNote(playable: boolean, phase: string): string {
	if (!playable) return "This is a sample: there is no video to play.";
	if (phase === "idle")
		return "YouTube's player loads when you press play. Then you can have any moment checked.";
	if (phase === "loading") return "Loading the player…";
	return phase === "ready" ? "Played by YouTube, without cookies before you play." : "";
}

/** The player's poster image: a click on it loads the player. */
function PlayerPoster({
	video,
	start,
	onPlay,
}: {
	video: Video;
	/** The second at which playback will start. */
	start: number;
	/** null if there is nothing to play. */
	onPlay: (() => void) | null;
}) {
	const picture = (
		<Thumbnail
			src={video.thumbnail_url}
			duration={video.duration}
			eager
			className="max-sm:aspect-[5/2] lg:aspect-[5/2]"
		/>
	);
	if (onPlay === null) return picture;
	const words = start > 0 ? `Play from ${clockTime(start)}` : "Play";
	return (
		<button type="button" onClick={onPlay} className="group relative block w-full">
			<span aria-hidden="true">{picture}</span>
			<span className="absolute inset-0 grid place-items-center">
				<span className="inline-flex min-h-12 items-center gap-2 rounded-md border border-ground bg-ink px-4 font-semibold text-ground group-hover:underline group-hover:underline-offset-4">
					<Icon name="play" />
					<span>
						{words} <span className="sr-only">{start > 0 ? "here" : "the video here"}</span>
					</span>
				</span>
			</span>
		</button>
	);
}

/** YouTube's own player at the requested address. */
function PlayerFrame({ title }: { title: string }) {
	const player = usePlayer();
	const frame = useRef<HTMLIFrameElement>(null);
	// A frame is loaded once; later positions are sent to it as commands.
	const address = useRef(player.address(window.location.origin));
	useLayoutEffect(() => {
		if (frame.current !== null) return player.attach(frame.current);
	}, [player]);
	return (
		<iframe
			ref={frame}
			src={address.current}
			title={`Video player: ${title || "untitled video"}`}
			allow="autoplay; encrypted-media; picture-in-picture"
			allowFullScreen
			referrerPolicy="strict-origin-when-cross-origin"
			className="aspect-video min-h-50 w-full border border-line bg-sunken"
		/>
	);
}

/** Why the video cannot be played here, and where it can be watched. */
function PlayerError({ second, onRetry }: { second: number; onRetry: () => void }) {
	const player = usePlayer();
	const blocked = usePlayerState(({ phase }) => phase === "blocked");
	const only_on_youtube = usePlayerState((state) => state.only_on_youtube);
	return (
		<div
			role="alert"
			className="flex flex-col items-start gap-2 border-l-4 border-ink bg-raised p-4 text-sm"
		>
			<p className="font-semibold">
				{blocked ? "This video cannot play here" : "The player did not answer"}
			</p>
			<p className="max-w-[60ch]">
				{!blocked
					? "This browser or network may block it, or you are offline. The report below works without it."
					: only_on_youtube
						? "The owner of this video allows it to play only on YouTube. The report below works without it."
						: "The video may have been removed or made private. The report below still shows what was said."}
			</p>
			<div className="flex flex-wrap items-center gap-x-5 gap-y-2">
				<OutsideLink
					href={watchUrl(player.video_id, second)}
					className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
				>
					{second > 0 ? `Watch at ${clockTime(second)} on YouTube` : "Watch on YouTube"}
				</OutsideLink>
				<Button onClick={onRetry}>Try again</Button>
			</div>
		</div>
	);
}
