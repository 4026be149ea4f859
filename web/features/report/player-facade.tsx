import type { Video } from "#contract/video.ts";
import { formatClock } from "#web/ui/format-clock.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Thumbnail } from "#web/ui/thumbnail.tsx";

/** The player's picture: a press on it asks for the player. */
export function PlayerFacade({
	video,
	start,
	onPlay,
}: {
	video: Video;
	/** The second it will play from. */
	start: number;
	/** null where there is nothing to play. */
	onPlay: (() => void) | null;
}) {
	const picture = (
		<Thumbnail
			src={video.thumbnail_url}
			duration={video.duration}
			eager
			className="lg:aspect-[5/2]"
		/>
	);
	if (onPlay === null) return picture;
	const words = start > 0 ? `Play from ${formatClock(start)}` : "Play";
	return (
		<button
			type="button"
			onClick={onPlay}
			className="group relative block w-full"
		>
			<span aria-hidden="true">{picture}</span>
			<span className="absolute inset-0 grid place-items-center">
				<span className="inline-flex min-h-12 items-center gap-2 rounded-md border border-ground bg-ink px-4 font-semibold text-ground group-hover:underline group-hover:underline-offset-4">
					<Icon name="play" />
					<span>
						{words}{" "}
						<span className="sr-only">
							{start > 0 ? "here" : "the video here"}
						</span>
					</span>
				</span>
			</span>
		</button>
	);
}
