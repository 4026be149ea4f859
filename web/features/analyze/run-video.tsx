import type { Video } from "#contract/video.ts";
import { OutsideLink } from "#web/ui/outside-link.tsx";
import { SimulatedMark } from "#web/ui/simulated-mark.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Thumbnail } from "#web/ui/thumbnail.tsx";

/** What is being analysed. */
export function RunVideo({
	video,
	watchUrl,
}: {
	/** undefined until the stream has told. */
	video: Video | undefined;
	/** null where there is nothing to watch elsewhere. */
	watchUrl: string | null;
}) {
	return (
		<div className="flex items-start gap-4">
			<Thumbnail
				src={video?.thumbnail_url ?? ""}
				duration={video?.duration ?? null}
				eager
				className="w-28 shrink-0 sm:w-36"
			/>
			<div className="min-w-0 grow">
				{video === undefined || video.title === "" ? (
					<>
						<Skeleton className="mb-2 h-5 w-full" />
						<Skeleton className="h-4 w-1/2" />
					</>
				) : (
					<>
						<p className="line-clamp-2 font-serif leading-snug font-semibold">
							{video.title}
						</p>
						<p className="text-sm text-muted">{video.channel_name}</p>
					</>
				)}
				{video?.simulated && <SimulatedMark />}
				{watchUrl !== null && (
					<p className="mt-1 text-sm">
						<OutsideLink href={watchUrl}>Open in new tab</OutsideLink>
					</p>
				)}
			</div>
		</div>
	);
}
