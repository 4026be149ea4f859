import type { Video } from "#contract/video.ts";
import { watchUrl } from "#web/paths.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Thumbnail } from "#web/ui/thumbnail.tsx";

/** The video in small, leading to it on the platform. */
export function VideoPicture({
	video,
	watchable,
}: {
	video: Video;
	/** False for videos that exist here alone. */
	watchable: boolean;
}) {
	const picture = (
		<Thumbnail src={video.thumbnail_url} duration={video.duration} eager />
	);
	if (!watchable) {
		return <span className="block w-28 shrink-0 sm:w-60">{picture}</span>;
	}
	return (
		<a
			href={watchUrl(video.id)}
			target="_blank"
			rel="noopener noreferrer"
			className="group relative block w-28 shrink-0 sm:w-60"
		>
			{picture}
			<span className="sr-only">Watch on YouTube (opens in a new tab)</span>
			<span className="absolute inset-0 grid place-items-center">
				<span className="grid size-9 place-items-center rounded-full bg-ink text-ground transition-transform duration-150 group-hover:scale-110 sm:size-11">
					<Icon name="play" />
				</span>
			</span>
		</a>
	);
}
