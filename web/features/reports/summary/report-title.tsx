import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { clockTime } from "#contract/format.ts";
import type { Video } from "#contract/video.ts";
import { useOrigin } from "#web/api/page-data.ts";
import { paths } from "#web/paths.ts";
import { formatCount, useDates } from "#web/ui/format.ts";
import { PageHeading } from "#web/ui/page-heading.tsx";

/** The title if the metadata is unknown. */
const UNTITLED = {
	analyzing: "Reading the video's title…",
	completed: "Untitled video",
	failed: "Untitled video",
};

/** The analysed video: title, channel, views, length, date. */
export function ReportTitle({
	video,
	picture,
	actions,
}: {
	video: Video;
	/** Set if the thumbnail is not shown elsewhere on the page. */
	picture?: ReactNode;
	actions?: ReactNode;
}) {
	const origin = useOrigin();
	const { relativeDay } = useDates();
	const facts = [
		...(video.view_count === null ? [] : [`${formatCount(video.view_count)} views`]),
		...(video.duration === null ? [] : [clockTime(video.duration)]),
		...(video.analysis_status === "completed" ? [`Analyzed ${relativeDay(video.updated_at)}`] : []),
	];
	return (
		<div className="flex flex-col gap-4">
			<p className="hidden text-sm text-muted print:block">
				BS Detector · {new URL(paths.results(video.id), origin).href}
			</p>
			<div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
				<Link
					to={paths.home()}
					className="inline-flex min-h-8 items-center text-sm link"
					data-print="no"
				>
					Back to Home
				</Link>
				{actions}
			</div>
			<div className="flex items-start gap-4 sm:gap-6">
				{picture}
				<div className="min-w-0">
					<PageHeading className="font-serif text-lg leading-snug font-semibold sm:text-2xl sm:leading-tight">
						{video.title || UNTITLED[video.analysis_status]}
					</PageHeading>
					<p className="mt-1 text-sm font-semibold sm:mt-2 sm:text-base">{video.channel_name}</p>
					<p className="text-sm text-muted">{facts.join(" · ")}</p>
				</div>
			</div>
		</div>
	);
}
