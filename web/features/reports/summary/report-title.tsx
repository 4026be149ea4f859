import { type ReactNode, Suspense } from "react";
import { Link } from "react-router-dom";
import { clockTime, formatUtcDate, viewsWords } from "#contract/format.ts";
import type { Video } from "#contract/video.ts";
import { useOrigin } from "#web/api/page-data.ts";
import { paths } from "#web/paths.ts";
import { ForeignText } from "#web/ui/foreign-text.tsx";
import { lazyComponent } from "#web/ui/lazy-part.tsx";
import { PageHeading } from "#web/ui/page-heading.tsx";

/** The title if the metadata is unknown. */
const UNTITLED = {
	analyzing: "Reading the video's title…",
	completed: "Untitled video",
	failed: "Untitled video",
};

const FollowButtons = lazyComponent(
	async () => (await import("#web/features/follows/follow-buttons.tsx")).FollowButtons,
	"follow-buttons",
);

/** Follows the channel and the video. */
export function FollowReport({ video: { id, title, channel_id, channel_name } }: { video: Video }) {
	const channel =
		channel_id === null
			? null
			: { kind: "channel" as const, id: channel_id, title: channel_name || channel_id };
	return (
		<div className="min-h-8">
			<Suspense fallback={null}>
				<FollowButtons
					subjects={[...(channel ? [channel] : []), { kind: "video", id, title }]}
					opened={channel}
				/>
			</Suspense>
		</div>
	);
}

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
	const { duration, view_count, analysis_status, updated_at } = video;
	return (
		<div className="flex flex-col gap-1 sm:gap-2">
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
					<PageHeading className="font-serif leading-snug font-semibold sm:text-xl">
						<ForeignText spoken className="block">
							{video.title || UNTITLED[video.analysis_status]}
						</ForeignText>
					</PageHeading>
					<p className="facts mt-1 text-sm text-muted">
						<ForeignText as="strong" className="font-semibold text-ink">
							{video.channel_name || "Unknown channel"}
						</ForeignText>
						{duration !== null && <span>· {clockTime(duration)} </span>}
						{view_count !== null && (
							<span className="max-sm:hidden">· {viewsWords(view_count)} </span>
						)}
						{analysis_status === "completed" && <span>· Analyzed {formatUtcDate(updated_at)}</span>}
					</p>
				</div>
			</div>
		</div>
	);
}
