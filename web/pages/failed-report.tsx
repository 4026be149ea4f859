import type { RunError } from "#contract/problem.ts";
import type { Video } from "#contract/video.ts";
import { ReportTitle } from "#web/features/report/report-title.tsx";
import { VideoPicture } from "#web/features/report/video-picture.tsx";
import { RunFailure } from "#web/ui/run-failure.tsx";
import type { Rerun } from "./use-rerun.ts";

/** A video whose analysis brought no result: why, and every way on. */
export function FailedReport({
	video,
	watchable,
	failure,
	rerun,
}: {
	video: Video;
	watchable: boolean;
	failure: RunError;
	rerun: Rerun;
}) {
	return (
		<div className="page-width flex flex-col gap-8 py-6 sm:py-8">
			<ReportTitle
				video={video}
				picture={<VideoPicture video={video} watchable={watchable} />}
			/>
			<div className="max-w-2xl">
				<RunFailure
					{...failure}
					draftKey={video.id}
					refusal={rerun.refusal}
					busy={rerun.busy}
					onRetry={() => rerun.start({})}
					onTranscript={(transcript) =>
						rerun.start({ transcript, force: true })
					}
				/>
			</div>
		</div>
	);
}
