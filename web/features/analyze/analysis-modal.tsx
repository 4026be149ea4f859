import { useNavigate } from "react-router-dom";
import { useLiveVideo } from "#web/api/live-video.ts";
import { useSamples } from "#web/api/use-samples.ts";
import { paths, watchUrl } from "#web/paths.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { RunFailure } from "#web/ui/run-failure.tsx";
import { AnalysisProgress } from "./analysis-progress.tsx";
import { useAnalyze } from "./analyze-context.ts";
import { OtherRuns } from "./other-runs.tsx";
import { RunAnnouncement } from "./run-announcement.tsx";
import { useAgain } from "./use-again.ts";

/** One run in a dialog; closing it leaves the run going. */
export function AnalysisModal({
	videoId,
	open,
	onClose,
	onClosed,
}: {
	videoId: string;
	open: boolean;
	onClose: () => void;
	onClosed: () => void;
}) {
	const { report, rated, ending, connection } = useLiveVideo(videoId);
	const navigate = useNavigate();
	const { running, show } = useAnalyze();
	const samples = useSamples();
	const video = report?.video;
	const is_sample = samples.some(({ id }) => id === videoId);
	const ended = ending === null ? null : ENDED[ending.outcome];

	function openResults(): void {
		onClose();
		navigate(paths.results(videoId));
	}
	const again = useAgain(videoId, video, openResults);

	return (
		<Dialog
			open={open}
			wide={ended !== "failed"}
			title={TITLES[ended ?? "running"]}
			onClose={onClose}
			onClosed={onClosed}
		>
			<RunAnnouncement analysis={report?.analysis ?? null} ending={ending} />
			<AnalysisProgress
				video={video}
				watchUrl={is_sample ? null : watchUrl(videoId)}
				analysis={report?.analysis ?? null}
				rated={
					ended === "completed" && rated.length === 0
						? (report?.statements ?? [])
						: rated
				}
				ended={ended}
				lost={connection === "lost"}
				onClose={onClose}
				onResults={openResults}
			/>
			{ended === "failed" && (
				<div className="mt-5">
					<RunFailure
						{...(ending?.outcome === "failed" ? ending.error : GONE)}
						draftKey={videoId}
						refusal={again.refusal}
						busy={again.busy}
						onRetry={again.retry}
						onTranscript={again.withTranscript}
					/>
				</div>
			)}
			<OtherRuns ids={running.filter((id) => id !== videoId)} onShow={show} />
		</Dialog>
	);
}

const ENDED = {
	completed: "completed",
	failed: "failed",
	gone: "failed",
} as const;

const TITLES = {
	running: "Analyzing Video",
	completed: "Analysis Complete",
	failed: "Analysis failed",
};

const GONE = {
	title: "Video Not Found",
	detail: "The video doesn't exist or hasn't been analyzed yet.",
	transcript_wanted: false,
};
