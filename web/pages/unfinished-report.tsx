import type { Video } from "#contract/video.ts";
import { ReportTitle } from "#web/features/report/report-title.tsx";
import { VideoPicture } from "#web/features/report/video-picture.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import type { Rerun } from "./use-rerun.ts";

/** A video whose first analysis says nothing of itself right now. */
export function UnfinishedReport({
	video,
	watchable,
	rerun,
}: {
	video: Video;
	watchable: boolean;
	rerun: Rerun;
}) {
	return (
		<div className="page-width flex flex-col gap-8 py-6 sm:py-8">
			<ReportTitle
				video={video}
				picture={<VideoPicture video={video} watchable={watchable} />}
			/>
			<EmptyState
				title="Analysis in Progress"
				text="There is no result yet, and no news of the analysis. It is taken up again by itself; you can also start it now, which joins it where it is still on."
			>
				<Button
					look="primary"
					busy={rerun.busy}
					onClick={() => rerun.start({ force: true })}
				>
					{rerun.busy ? "Starting…" : "Re-analyze Now"}
				</Button>
				{rerun.refusal !== null && (
					<p role="alert" className="font-semibold">
						{rerun.refusal}
					</p>
				)}
			</EmptyState>
		</div>
	);
}
