import { type ReactNode, Suspense } from "react";
import { Link } from "react-router-dom";
import { clockTime, formatUtcDate, viewsWords } from "#contract/format.ts";
import { madeByWords } from "#contract/made-by.ts";
import type { Video } from "#contract/video.ts";
import { useOrigin } from "#web/api/page-data.ts";
import { paths } from "#web/paths.ts";
import { Facts } from "#web/ui/facts.tsx";
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

function FollowReport({ video: { id, title, channel_id, channel_name } }: { video: Video }) {
	const channel =
		channel_id === null
			? null
			: { kind: "channel" as const, id: channel_id, title: channel_name || channel_id };
	return (
		<div className="mt-2 min-h-8">
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
	const rated = video.analysis_status === "completed" && video.claims_count > 0;
	const made_by = rated ? madeByWords(video) : null;
	const facts = [
		...(video.view_count === null ? [] : [viewsWords(video.view_count)]),
		...(video.duration === null ? [] : [clockTime(video.duration)]),
		...(video.analysis_status === "completed"
			? [`Analyzed ${formatUtcDate(video.updated_at)}`]
			: []),
	];
	return (
		<div className="flex flex-col gap-1 sm:gap-4">
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
						<ForeignText spoken className="block">
							{video.title || UNTITLED[video.analysis_status]}
						</ForeignText>
					</PageHeading>
					<ForeignText as="p" className="mt-1 text-sm font-semibold sm:mt-2 sm:text-base">
						{video.channel_name}
					</ForeignText>
					<Facts facts={facts} className="text-sm text-muted" />
					{made_by !== null && (
						<p className="text-sm text-muted">
							{made_by}{" "}
							<Link to={paths.howItWorks()} className="link">
								How
							</Link>
						</p>
					)}
					{video.analysis_status === "completed" && <FollowReport video={video} />}
				</div>
			</div>
		</div>
	);
}
