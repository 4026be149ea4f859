import { useState } from "react";
import { useNavigate } from "react-router-dom";
import type { AnalyzeRequest } from "#contract/analysis.ts";
import { useLiveVideo } from "#web/api/live-video.ts";
import { useSamples } from "#web/api/use-samples.ts";
import { paths, watchUrl } from "#web/paths.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { RunFailure } from "#web/ui/run-failure.tsx";
import { AnalysisProgress } from "./analysis-progress.tsx";
import { useAnalyze } from "./analyze-context.ts";

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
	const live = useLiveVideo(videoId);
	const navigate = useNavigate();
	const { start } = useAnalyze();
	const samples = useSamples();
	const [busy, setBusy] = useState(false);
	const [refusal, setRefusal] = useState<string | null>(null);
	const video = live.report?.video;
	const is_sample = samples.some(({ id }) => id === videoId);
	const ended = live.ending?.outcome;

	async function again(change: AnalyzeRequest): Promise<void> {
		setBusy(true);
		const url = video?.url || watchUrl(videoId);
		const outcome = await start({ url, ...change });
		setBusy(false);
		setRefusal(outcome.kind === "refused" ? outcome.text : null);
		if (outcome.kind === "exists") {
			onClose();
			navigate(paths.results(videoId));
		}
	}

	return (
		<Dialog
			open={open}
			title={TITLES[ended ?? "running"]}
			onClose={onClose}
			onClosed={onClosed}
		>
			<AnalysisProgress
				video={video}
				watchUrl={is_sample ? null : watchUrl(videoId)}
				analysis={live.report?.analysis ?? null}
				latest={live.latest}
				ended={ended ?? null}
				lost={live.connection === "lost"}
				onClose={onClose}
				onResults={() => {
					onClose();
					navigate(paths.results(videoId));
				}}
			/>
			{live.ending?.outcome === "failed" && (
				<div className="mt-5">
					<RunFailure
						title={live.ending.error.title}
						detail={live.ending.error.detail}
						transcriptWanted={live.ending.error.transcript_wanted}
						refusal={refusal}
						busy={busy}
						onRetry={() =>
							again(video && video.version > 0 ? { force: true } : {})
						}
						onTranscript={(transcript) => again({ transcript, force: true })}
					/>
				</div>
			)}
		</Dialog>
	);
}

const TITLES = {
	running: "Analyzing Video",
	completed: "Analysis Complete",
	failed: "Analysis failed",
};
