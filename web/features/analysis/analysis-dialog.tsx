import { useNavigate } from "react-router-dom";
import { watchUrl } from "#contract/addresses.ts";
import type { AnalyzeRequest } from "#contract/analysis.ts";
import { formatPercent } from "#contract/format.ts";
import { VIDEO_NOT_FOUND } from "#contract/texts.ts";
import type { Video } from "#contract/video.ts";
import { hasResult } from "#web/api/live-state.ts";
import { useLiveVideo } from "#web/api/live-video.ts";
import { useSamples } from "#web/api/use-site.ts";
import { paths } from "#web/paths.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { ForeignText } from "#web/ui/foreign-text.tsx";
import { AnalysisProgress } from "./analysis-progress.tsx";
import { useAnalyze, useStart } from "./analyze-context.ts";
import { RunAnnouncement } from "./run-announcement.tsx";
import { RunFailure } from "./run-failure.tsx";
import type { GivenTranscript } from "./transcript-form.tsx";

/** Shows one run in a dialog. Closing it does not stop the run. */
export function AnalysisDialog({
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
	const retry = useRetry(videoId, video, openResults);

	return (
		<Dialog
			open={open}
			wide={ended !== "failed"}
			title={(report?.analysis?.moment ? TITLES_OF_MOMENT : TITLES)[ended ?? "running"]}
			onClose={onClose}
			onClosed={onClosed}
		>
			<RunAnnouncement
				analysis={report?.analysis ?? null}
				ending={ending}
				simulated={video?.simulated ?? false}
			/>
			<AnalysisProgress
				video={video}
				watchUrl={is_sample ? null : watchUrl(videoId)}
				analysis={report?.analysis ?? null}
				rated={ended === "completed" && rated.length === 0 ? (report?.statements ?? []) : rated}
				ended={ended}
				lost={connection === "lost"}
				onClose={onClose}
				videoId={videoId}
			/>
			{ended === "failed" && (
				<div className="mt-5">
					<RunFailure
						{...(ending?.outcome === "failed" ? ending.error : GONE)}
						videoId={videoId}
						duration={video?.duration ?? null}
						refusal={retry.refusal}
						busy={retry.busy}
						onRetry={retry.retry}
						onTranscript={retry.withChange}
						onLanguage={(language) => retry.withChange({ language })}
					/>
				</div>
			)}
			<OtherRuns ids={running.filter((id) => id !== videoId)} onShow={show} />
		</Dialog>
	);
}

const ENDED = { completed: "completed", failed: "failed", not_found: "failed" } as const;

const TITLES = {
	running: "Analyzing Video",
	completed: "Analysis Complete",
	failed: "Analysis failed",
};

const TITLES_OF_MOMENT = {
	running: "Checking a moment",
	completed: "Moment checked",
	failed: "Moment not checked",
};

const GONE = { ...VIDEO_NOT_FOUND, transcript_wanted: false };

/** Restarts a run that ended without a result. */
function useRetry(
	videoId: string,
	video: Video | undefined,
	/** Called if there is a result in the meantime. */
	onExists: () => void,
) {
	const { busy, refusal, start } = useStart();

	async function retry(change: Omit<AnalyzeRequest, "url">): Promise<void> {
		const outcome = await start({ url: video?.url || watchUrl(videoId), ...change });
		if (outcome.kind === "exists") onExists();
	}

	const has_result = video !== undefined && hasResult(video);
	return {
		busy,
		refusal,
		retry: () => retry(has_result ? { force: true } : {}),
		withChange: (change: GivenTranscript | { language: string }) =>
			retry({ ...change, force: true }),
	};
}

/** The other running analyses. A click switches to one of them. */
function OtherRuns({ ids, onShow }: { ids: readonly string[]; onShow: (id: string) => void }) {
	if (ids.length === 0) return null;
	return (
		<section aria-labelledby="other-runs" className="mt-5 flex flex-col border-t border-line pt-4">
			<h3 id="other-runs" className="eyebrow">
				Also running
			</h3>
			<ul className="flex flex-col">
				{ids.map((id) => (
					<li key={id} className="border-b border-line last:border-b-0">
						<OtherRun id={id} onShow={() => onShow(id)} />
					</li>
				))}
			</ul>
		</section>
	);
}

function OtherRun({ id, onShow }: { id: string; onShow: () => void }) {
	const { report } = useLiveVideo(id);
	return (
		<button
			type="button"
			onClick={onShow}
			className="flex min-h-11 w-full items-center justify-between gap-4 text-left hover:bg-sunken"
		>
			<ForeignText className="truncate font-serif">
				{report?.video.title || "Another video"}
			</ForeignText>
			<span className="text-sm font-semibold">
				{formatPercent(report?.analysis?.progress ?? 0)}
			</span>
		</button>
	);
}
